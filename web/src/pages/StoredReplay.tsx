// The replay of a record from a server: an uploaded one, or that of a finished game.
import { useEffect, useState } from 'preact/hooks';
import { api, apiText } from '../game/link';
import { linkedRecord } from '../game/record-link';
import type { TableInfo } from '../game/server-types';
import { errorWords } from '../game/server-words';
import { Heading } from '../heading';
import { replayLink } from '../root';
import { t } from '../text';
import type { Key } from '../text/en';
import { Notice, useWords } from '../ui';
import { RecordDrop, type TakeFile } from './RecordDrop';
import { Replay } from './Replay';

// Error 404 without JSON means a site without a Railhead server.
const REFUSED: Record<string, Key> = {
    missing: 'recordMissing',
    field: 'addressBad',
    state: 'recordLater',
    404: 'noServer',
};

// A place is "ID" for a record or "table/ID" for a table, as in the address of the page.
const tableOf = (place: string): string | undefined => /^table\/(.+)$/.exec(place)?.[1];

function pathOf(place: string): string {
    const table = tableOf(place);
    return table === undefined
        ? `records/${encodeURIComponent(place)}`
        : `tables/${encodeURIComponent(table)}/record`;
}

// The replay of a record that is contained in the link.
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
        <main class="start" id="main">
            <section class="panel hero">
                <Heading>{t('replay')}</Heading>
                <Notice tone="bad">{problem}</Notice>
                <div class="ways">
                    <RecordDrop onFile={onFile} />
                </div>
            </section>
        </main>
    );
}

// Returns the reader's seat at that table, or undefined while it is unknown.
function useOwnSeat(place: string, me: string): number | undefined {
    const [seat, setSeat] = useState<number>();
    const table = tableOf(place);
    useEffect(() => {
        if (table === undefined || me === '') return;
        api<TableInfo>(`tables/${encodeURIComponent(table)}`).then(
            ({ seats }) => setSeat(seats.findIndex(({ who }) => who === me) + 1),
            () => {}, // ignored: default colours
        );
    }, [table, me]);
    return seat;
}

export function StoredReplay({
    place,
    me,
    onFile,
}: {
    place: string;
    me: string;
    onFile: TakeFile;
}) {
    const own = useOwnSeat(place, me);
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
    return <Replay record={record} onFile={onFile} link={replayLink(place)} own={own} />;
}
