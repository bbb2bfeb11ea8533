// The reader's settings: language, colours, pace of the bots, sounds.  Stored in the browser.
import { useEffect, useRef, useState } from 'preact/hooks';
import { pace, PACE_MAX_MS, PACE_STEP_MS, setPace } from './game/pace';
import { SEATS, type SeatStyle } from './board/seats';
import { COLOUR_KEY, SIGN_KEY } from './players';
import { mayNotify, play, volume, VOLUME_MAX } from './sound';
import { keep, kept } from './store';
import { currentLanguage, LANGUAGES, setLanguage, t } from './text';
import type { Key } from './text/en';
import { applyCoordinates, applyMapStyle, applyTheme, type MapStyle, type Theme } from './theme';

function Choice({
    id,
    label,
    value,
    options,
    onChange,
}: {
    id: string;
    label: string;
    value: string;
    options: [string, string][];
    onChange(value: string): void;
}) {
    return (
        <>
            <label for={id}>{label}</label>
            <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
                {options.map(([option, name]) => (
                    <option key={option} value={option}>
                        {name}
                    </option>
                ))}
            </select>
        </>
    );
}

// Closes an open box when another page is shown, on a press outside, and on Escape, which returns
// the focus to its button.
function useClosing() {
    const box = useRef<HTMLDetailsElement>(null);
    useEffect(() => {
        const press = ({ target }: Event): void => {
            if (!box.current!.contains(target as Node)) box.current!.open = false;
        };
        const key = (event: KeyboardEvent): void => {
            if (event.key !== 'Escape' || !box.current!.open) return;
            box.current!.open = false;
            box.current!.querySelector('summary')!.focus();
        };
        const leave = (): void => {
            box.current!.open = false;
        };
        addEventListener('pointerdown', press);
        addEventListener('keydown', key);
        addEventListener('hashchange', leave);
        return () => {
            removeEventListener('hashchange', leave);
            removeEventListener('pointerdown', press);
            removeEventListener('keydown', key);
        };
    }, []);
    return box;
}

// The display time of each track of the others, from none to slow.
function PaceSlider() {
    const [ms, setMs] = useState(pace);
    return (
        <>
            <label for="pace">{t('pace')}</label>
            <span class="pace">
                <span aria-hidden="true">{t('paceQuick')}</span>
                <input
                    id="pace"
                    type="range"
                    min={0}
                    max={PACE_MAX_MS}
                    step={PACE_STEP_MS}
                    value={ms}
                    aria-valuetext={ms === 0 ? t('paceQuick') : t('paceSeconds', { n: ms / 1000 })}
                    onInput={(event) => {
                        const value = Number(event.currentTarget.value);
                        setPace(value);
                        setMs(value);
                    }}
                />
                <span aria-hidden="true">{t('paceSlow')}</span>
            </span>
        </>
    );
}

function VolumeSlider() {
    return (
        <>
            <label for="volume">{t('volume')}</label>
            <span class="pace">
                <input
                    id="volume"
                    type="range"
                    min={1}
                    max={VOLUME_MAX}
                    defaultValue={String(volume())}
                    onChange={(event) => {
                        keep('volume', Number(event.currentTarget.value));
                        void play('turn');
                    }}
                />
            </span>
        </>
    );
}

const COLOURS: Record<SeatStyle['id'], Key> = {
    red: 'colourRed',
    blue: 'colourBlue',
    green: 'colourGreen',
    amber: 'colourYellow',
    violet: 'colourViolet',
    teal: 'colourTeal',
};

const SEAT_SIGNS: Record<SeatStyle['sign'], Key> = {
    cross: 'signCross',
    ring: 'signRing',
    bars: 'signBars',
    chevron: 'signChevron',
    moon: 'signMoon',
    bolt: 'signBolt',
};

// The reader's choice of colour and sign for their own seat, stored as the number of the seat that
// has them by default.
function SeatLook({ onChange }: { onChange(): void }) {
    const row = (key: string, label: string, names: string[]) => (
        <Choice
            id={key}
            label={label}
            value={String(kept<number>(key) ?? 0)}
            options={[t('asSeat'), ...names].map((name, seat) => [String(seat), name])}
            onChange={(value) => {
                keep(key, Number(value));
                onChange();
            }}
        />
    );
    return (
        <>
            {row(COLOUR_KEY, t('seatColour'), SEATS.map(({ id }) => t(COLOURS[id])))}
            {row(SIGN_KEY, t('seatSign'), SEATS.map(({ sign }) => t(SEAT_SIGNS[sign])))}
        </>
    );
}

interface SettingsProps {
    server: boolean;
    onChange(): void; // called when texts or seats must be rendered again
}

function SettingsBox({ server, onChange }: SettingsProps) {
    const [theme, setTheme] = useState<Theme>(() => kept<Theme>('theme') ?? 'auto');
    const [style, setStyle] = useState<MapStyle>(() => kept<MapStyle>('map') ?? 'paper');
    const [coordinates, setCoordinates] = useState(() => kept<boolean>('coordinates') ?? false);
    const [sound, setSound] = useState(() => kept<boolean>('sound') ?? false);
    const [notify, setNotify] = useState(mayNotify);
    const [denied, setDenied] = useState(false);
    return (
        <div class="settings-box">
            <Choice
                id="language"
                label={t('language')}
                value={currentLanguage()}
                options={Object.entries(LANGUAGES)}
                onChange={async (value) => {
                    keep('language', value);
                    await setLanguage(value);
                    onChange();
                }}
            />
            <Choice
                id="theme"
                label={t('theme')}
                value={theme}
                options={[
                    ['auto', t('themeAuto')],
                    ['light', t('themeLight')],
                    ['dark', t('themeDark')],
                ]}
                onChange={(value) => {
                    keep('theme', value);
                    applyTheme(value as Theme);
                    setTheme(value as Theme);
                }}
            />
            <Choice
                id="map-style"
                label={t('mapStyle')}
                value={style}
                options={[
                    ['paper', t('mapPaper')],
                    ['night', t('mapNight')],
                    ['contrast', t('mapContrast')],
                    ['printed', t('mapPrinted')],
                ]}
                onChange={(value) => {
                    keep('map', value);
                    applyMapStyle(value as MapStyle);
                    setStyle(value as MapStyle);
                }}
            />
            <Choice
                id="coordinates"
                label={t('coordinates')}
                value={coordinates ? 'on' : 'off'}
                options={[
                    ['off', t('coordinatesOff')],
                    ['on', t('coordinatesOn')],
                ]}
                onChange={(value) => {
                    keep('coordinates', value === 'on');
                    applyCoordinates(value === 'on');
                    setCoordinates(value === 'on');
                }}
            />
            <SeatLook onChange={onChange} />
            <PaceSlider />
            <Choice
                id="sound"
                label={t('sound')}
                value={sound ? 'on' : 'off'}
                options={[
                    ['off', t('soundOff')],
                    ['on', t('soundOn')],
                ]}
                onChange={(value) => {
                    keep('sound', value === 'on');
                    setSound(value === 'on');
                    void play('turn'); // plays an example
                }}
            />
            {sound && <VolumeSlider />}
            {'Notification' in globalThis && (
                <Choice
                    id="notify"
                    label={t('notify')}
                    value={notify ? 'on' : 'off'}
                    options={[
                        ['off', t('notifyOff')],
                        ['on', t('notifyOn')],
                    ]}
                    onChange={async (value) => {
                        const granted =
                            value === 'on' &&
                            (await Notification.requestPermission()) === 'granted';
                        keep('notify', granted);
                        setNotify(granted);
                        setDenied(value === 'on' && !granted);
                    }}
                />
            )}
            {denied && (
                <p class="settings-note" role="status">
                    {t('notifyDenied')}
                </p>
            )}
            {server && (
                <a
                    class="settings-account"
                    href="#/account"
                    onClick={(event) => {
                        event.currentTarget.closest('details')!.open = false;
                    }}
                >
                    {t('account')}
                </a>
            )}
        </div>
    );
}

// The content is rendered when the box is first opened: this makes the start page faster.
export function Settings(props: SettingsProps) {
    const [seen, setSeen] = useState(false);
    const box = useClosing();
    return (
        <details class="settings" ref={box} onToggle={() => setSeen(true)}>
            <summary>
                <span aria-hidden="true">⚙</span> <span class="settings-word">{t('settings')}</span>
            </summary>
            {seen && <SettingsBox {...props} />}
        </details>
    );
}
