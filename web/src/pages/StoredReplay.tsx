// The replay of a record that a server has: one that somebody put there, or a finished game's.
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

// 404 alone is the answer of a site with no Railhead server behind it.
const REFUSED: Record<string, Key> = {
    missing: 'recordMissing',
    field: 'addressBad',
    state: 'recordLater',
    404: 'noServer',
};

// "ID" is a record's, "table/ID" a table's; the same stands in the address of the page.
const tableOf = (place: string): string | undefined => /^table\/(.+)$/.exec(place)?.[1];

function pathOf(place: string): string {
    const table = tableOf(place);
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

// Where the reader sat at that table; unknown while nobody has said.
function useOwnSeat(place: string, me: string): number | undefined {
    const [seat, setSeat] = useState<number>();
    const table = tableOf(place);
    useEffect(() => {
        if (table === undefined || me === '') return;
        api<TableInfo>(`tables/${encodeURIComponent(table)}`).then(
            ({ seats }) => setSeat(seats.findIndex(({ who }) => who === me) + 1),
            () => {}, // then the colours stay as they are
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
