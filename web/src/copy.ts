// Sharing and copying text.  Pages over plain HTTP, as from `railhead serve --lan`, have neither
// the clipboard API nor the share dialog.  There the fallback copies from a text field.

// Copies the content of a field.  Returns false if that failed.
export async function copyField(field: HTMLInputElement): Promise<boolean> {
    try {
        if (navigator.clipboard) {
            await navigator.clipboard.writeText(field.value);
            return true;
        }
    } catch {
        // The clipboard API can be denied where the fallback is not.
    }
    field.focus();
    field.select();
    try {
        return document.execCommand('copy');
    } catch {
        return false;
    }
}

// True if the browser has a share dialog.
export const canShare = (): boolean => typeof navigator.share === 'function';

// Opens the share dialog for a link.  A cancelled dialog is no error.
export async function shareLink(url: string): Promise<void> {
    try {
        await navigator.share({ title: 'Railhead', url });
    } catch {
        // Cancelled.  The link can still be copied.
    }
}
