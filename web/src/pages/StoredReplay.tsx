// The replay of a record that a server has: one that somebody put there, or a finished game's.
import { useEffect, useState } from 'preact/hooks';
import { apiText } from '../game/link';
import { linkedRecord } from '../game/record-link';
import { errorWords } from '../game/server-words';
import { replayLink } from '../root';
import { t } from '../text';
import type { Key } from '../text/en';
import { Notice, useWords } from '../ui';
import { RecordDrop, type TakeFile } from './RecordDrop';
import { Replay } from './Replay';

// 404 alone is the answer of a site with no Railhead server behind it.
const REFUSED: Record<string, Key> = {
    missing: 'recordMissing',
    state: 'recordLater',
    404: 'noServer',
};

// "ID" is a record's, "table/ID" a table's; the same stands in the address of the page.
function pathOf(place: string): string {
    const table = /^table\/(.+)$/.exec(place)?.[1];
    return table === undefined
        ? `records/${encodeURIComponent(place)}`
        : `tables/${encodeURIComponent(table)}/record`;
}

// A record that its link holds.
export function LinkedReplay({
    text,
    onFile,
    server,
}: {
    text: string;
    onFile: TakeFile;
    server: boolean;
}) {
    const [record, setRecord] = useState<string | null>(null);
    const [problem, setProblem] = useWords();
    useEffect(() => {
        linkedRecord(text).then(setRecord, () => setProblem(() => t('linkBroken')));
    }, [text]);
    if (problem) return <NoRecord problem={problem} onFile={onFile} />;
    if (record === null)
        return (
            <p class="loading" role="status">
                {t('loading')}
            </p>
        );
    return <Replay record={record} onFile={onFile} link={server ? '' : undefined} />;
}

function NoRecord({ problem, onFile }: { problem: string; onFile: TakeFile }) {
    return (
        <main class="replay-page" id="main">
            <h1 class="sr-only">{t('replay')}</h1>
            <Notice tone="bad">{problem}</Notice>
            <RecordDrop onFile={onFile} />
        </main>
    );
}

export function StoredReplay({ place, onFile }: { place: string; onFile: TakeFile }) {
    const [record, setRecord] = useState<string | null>(null);
    const [problem, setProblem] = useWords();
    useEffect(() => {
        let alive = true;
        apiText(pathOf(place)).then(
            (text) => alive && setRecord(text),
            (error) => alive && setProblem(() => errorWords(error, REFUSED)),
        );
        return () => {
            alive = false;
        };
    }, [place]);
    if (problem) return <NoRecord problem={problem} onFile={onFile} />;
    if (record === null)
        return (
            <p class="loading" role="status">
                {t('loading')}
            </p>
        );
    return <Replay record={record} onFile={onFile} link={replayLink(place)} />;
}
