// The lobby: public tables, the reader's own games, and a new table.
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../game/link';
import { LEVELS } from '../generated/lists';
import { errorWords } from '../game/server-words';
import type { TableInfo } from '../game/server-types';
import { botName } from '../game/words';
import { Heading } from '../heading';
import { keep } from '../store';
import { t } from '../text';
import { Notice, Remark, useAct, useWords } from '../ui';
import { Boards, Pills, Variants } from './choices';
import { MyName } from './MyName';
import { TableList } from './TableList';
import { botsOf, lastWish, openTable, SEATS_MAX, type Wish, WISH_KEY } from './wish';

function NewTable() {
    const [wish, setWish] = useState<Wish>(lastWish);
    const [problem, setProblem] = useWords();
    const [busy, act] = useAct();
    const change = (part: Partial<Wish>): void => {
        keep(WISH_KEY, { ...wish, ...part });
        setWish({ ...wish, ...part });
    };
    const room = SEATS_MAX - 1 - wish.friends;
    const counts = (from: number, to: number): [number, string][] =>
        Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);
    return (
        <form
            class="panel setup"
            onSubmit={(event) => {
                event.preventDefault();
                act(() =>
                    openTable(wish).catch((error: unknown) => setProblem(() => errorWords(error))),
                );
            }}
        >
            <h2>{t('newTable')}</h2>
            <Boards value={wish.board} onChange={(board) => change({ board })} />
            <Pills
                legend={t('friends')}
                name="friends"
                half
                value={wish.friends}
                options={counts(1, 5)}
                onChange={(friends) => change({ friends })}
            />
            <Pills
                legend={t('bots')}
                name="bots"
                half
                value={botsOf(wish)}
                options={counts(0, room)}
                onChange={(bots) => change({ bots })}
            />
            {room > 0 && wish.bots > 0 && (
                <Pills
                    legend={t('level')}
                    name="table-level"
                    value={wish.level}
                    options={LEVELS.map((level) => [level, botName(level)])}
                    onChange={(level) => change({ level })}
                />
            )}
            <Pills
                legend={t('clock')}
                name="clock"
                value={wish.clock}
                options={[
                    ['none', t('clockNone')],
                    ['live', t('clockLive')],
                    ['slow', t('clockSlow')],
                ]}
                onChange={(clock) => change({ clock })}
            />
            <Pills
                legend={t('whoMaySit')}
                name="public"
                value={wish.public ? 1 : 0}
                options={[
                    [0, t('onlyInvited')],
                    [1, t('everybody')],
                ]}
                onChange={(value) => change({ public: value === 1 })}
            />
            <Variants value={wish.variants} onChange={(variants) => change({ variants })} />
            <button type="submit" class="primary big" aria-busy={busy}>
                {t('openTable')}
            </button>
            <Remark words={problem} set={setProblem} />
        </form>
    );
}

export function Tables({ me, mine }: { me: string; mine: TableInfo[] }) {
    const [tables, setTables] = useState<TableInfo[]>([]);
    const [lost, setLost] = useState(false);
    useEffect(() => {
        const link = new Link(
            () => ({ do: 'lobby' }),
            (said) => {
                if (said.is !== 'lobby') return;
                setLost(false);
                setTables(said.tables!);
            },
            () => setLost(true),
        );
        return () => link.close();
    }, []);
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <Heading>{t('tables')}</Heading>
                {lost && <Notice>{t('connectionLost')}</Notice>}
                <MyName account />
            </section>
            <NewTable />
            <TableList title={t('openTables')} {...{ tables, me }} empty={t('noTables')} />
            <TableList title={t('myTables')} tables={mine} me={me} empty={t('noGames')} />
        </main>
    );
}
