// Text for other programs.  Pages that came over plain HTTP, as from `railhead serve --lan`, have
// neither the clipboard nor the system's way to share; browsers copy from a field all the same.

// Copies what is in a field; whether it worked.
export async function copyField(field: HTMLInputElement): Promise<boolean> {
    try {
        if (navigator.clipboard) {
            await navigator.clipboard.writeText(field.value);
            return true;
        }
    } catch {
        // It may be forbidden there, and the older way not.
    }
    field.focus();
    field.select();
    try {
        return document.execCommand('copy');
    } catch {
        return false;
    }
}

// Whether the system can pass something on to other programs.
export const canShare = (): boolean => typeof navigator.share === 'function';

// Lets the reader pass a link on.  That they change their mind is no failure.
export async function shareLink(url: string): Promise<void> {
    try {
        await navigator.share({ title: 'Railhead', url });
    } catch {
        // Nothing has been passed on, and the link is there to be copied.
    }
}
