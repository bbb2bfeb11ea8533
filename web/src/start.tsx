// Renders the app.
import { render } from 'preact';
import { App } from './app';
import { keepFocus } from './focus';

export function showApp(): void {
    const root = document.getElementById('app')!;
    render(<App />, root);
    keepFocus(root);
}
