// A place to drop a record, or to choose one.
import { useState } from 'preact/hooks';
import { t } from '../text';
import { Notice } from '../ui';

const SIZE_MAX = 250000;

export function RecordDrop({ onRecord }: { onRecord(text: string): void }) {
    const [over, setOver] = useState(false);
    const [problem, setProblem] = useState('');
    const take = async (file: File | undefined): Promise<void> => {
        if (!file) return;
        if (file.size > SIZE_MAX) {
            setProblem(t('recordTooLong', { name: file.name }));
            return;
        }
        try {
            onRecord(await file.text());
        } catch {
            setProblem(t('recordUnreadable', { name: file.name }));
        }
    };
    return (
        <div
            class={`drop${over ? ' over' : ''}`}
            onDragOver={(event) => {
                event.preventDefault();
                setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
                event.preventDefault();
                setOver(false);
                void take(event.dataTransfer?.files[0]);
            }}
        >
            <label>
                {t('recordDrop')}
                <input
                    type="file"
                    accept=".rail,text/plain"
                    onChange={(event) => void take(event.currentTarget.files?.[0])}
                />
            </label>
            {problem && <Notice tone="bad">{problem}</Notice>}
        </div>
    );
}
