// The app on the page.
import { render } from 'preact';
import { App } from './app';

export function showApp(): void {
    render(<App />, document.getElementById('app')!);
}
