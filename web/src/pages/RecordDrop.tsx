// Opening records: files dropped anywhere on the page, or chosen in a dialog.
//
// An invalid record is refused with its reason, and the page stays as it was.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { openCore } from '../core/client';
import { errorWords, RecordError } from '../game/server-words';
import { t } from '../text';
import { useWords } from '../ui';

const SIZE_MAX = 250000;

export type TakeFile = (file: File | undefined) => void;

async function checkRecord(text: string): Promise<void> {
    const core = await openCore();
    try {
        const { fault } = await core.load(text);
        if (fault) throw new RecordError(fault);
    } finally {
        core.close();
    }
}

const carriesFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') ?? false;

// Returns whether files are being dragged over the page.  Calls `take` for a dropped file.
function useDrag(take: TakeFile): boolean {
    const [over, setOver] = useState(false);
    useEffect(() => {
        const drag = (event: DragEvent): void => {
            if (!carriesFiles(event)) return;
            event.preventDefault(); // otherwise the browser opens the file instead of the page
            setOver(true);
        };
        const leave = (event: DragEvent): void => {
            if (event.relatedTarget === null) setOver(false);
        };
        const drop = (event: DragEvent): void => {
            if (!carriesFiles(event)) return;
            event.preventDefault();
            setOver(false);
            take(event.dataTransfer?.files[0]);
        };
        addEventListener('dragover', drag);
        addEventListener('dragleave', leave);
        addEventListener('drop', drop);
        return () => {
            removeEventListener('dragover', drag);
            removeEventListener('dragleave', leave);
            removeEventListener('drop', drop);
        };
    }, [take]);
    return over;
}

export function useRecordFiles(onRecord: (text: string) => void): {
    over: boolean;
    problem: string;
    take: TakeFile;
} {
    const [problem, setProblem] = useWords();
    useEffect(() => {
        const forget = (): void => setProblem(null);
        addEventListener('hashchange', forget);
        return () => removeEventListener('hashchange', forget);
    }, []);
    const take = useCallback((file: File | undefined): void => {
        if (!file) return;
        const { name } = file;
        setProblem(null);
        if (file.size > SIZE_MAX) {
            setProblem(() => t('recordTooLong', { name }));
            return;
        }
        file.text().then(
            (text) => {
                if (!text.startsWith('railhead ')) {
                    setProblem(() => t('recordNone', { name }));
                    return;
                }
                checkRecord(text).then(
                    () => onRecord(text),
                    (error: unknown) => setProblem(() => errorWords(error)),
                );
            },
            () => setProblem(() => t('recordUnreadable', { name })),
        );
    }, []);
    return { over: useDrag(take), problem, take };
}

// The native file input is hidden: its label is in the browser's language, not in the reader's.
function Choose({ onFile }: { onFile: TakeFile }) {
    return (
        <label class="button file">
            {t('recordChoose')}
            <input
                class="sr-only"
                type="file"
                accept=".rail,text/plain"
                onChange={(event) => {
                    onFile(event.currentTarget.files?.[0]);
                    event.currentTarget.value = ''; // the same file can be tried again
                }}
            />
        </label>
    );
}

export function RecordDrop({ onFile }: { onFile: TakeFile }) {
    return (
        <div class="drop">
            <p>{t('recordDrop')}</p>
            <Choose onFile={onFile} />
        </div>
    );
}

// The button beside a record on screen.
export function OtherRecord({ onFile }: { onFile: TakeFile }) {
    return (
        <details>
            <summary>{t('recordOther')}</summary>
            <p class="quiet">{t('recordDropAnywhere')}</p>
            <Choose onFile={onFile} />
        </details>
    );
}
