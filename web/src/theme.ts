// The appearance that the reader has chosen: colours, the style of the map, coordinates.
export type Theme = 'auto' | 'light' | 'dark';

export function applyTheme(theme: Theme | null): void {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
}

export type MapStyle = 'paper' | 'night' | 'contrast' | 'printed';

export function applyMapStyle(style: MapStyle | null): void {
    document.documentElement.dataset['map'] = style ?? 'paper';
}

export function applyCoordinates(wanted: boolean | null): void {
    document.documentElement.dataset['coordinates'] = wanted ? 'on' : 'off';
}
