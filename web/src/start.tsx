// The app on the page; main.ts fetches it beside the words.
import { render } from 'preact';
import { App } from './app';

export function showApp(): void {
    render(<App />, document.getElementById('app')!);
}
