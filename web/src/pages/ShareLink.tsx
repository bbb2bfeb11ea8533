// A link to share, with a button that copies it and its QR code.
import { useEffect, useRef, useState } from 'preact/hooks';
import { canShare, copyField, shareLink } from '../copy';
import { api, putRecord } from '../game/link';
import { errorWords } from '../game/server-words';
import { replayLink, ROOT, site } from '../root';
import { t } from '../text';
import { ActButton, Remark, useWords } from '../ui';

const CODE_MAX = 300; // characters; the squares of longer links are too small for a phone's camera
const MARGIN = 4; // white squares around the code, which cameras need to find it

// The address at which other devices reach a server that this browser calls localhost; '' if the
// server does not know it.  Cached.
let address: Promise<string> | undefined;
const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

function useLinkForOthers(link: string): { shared: string; isLan: boolean } {
    const [lan, setLan] = useState('');
    useEffect(() => {
        if (!isHere || !site.hasServer || !link.startsWith(ROOT)) return;
        address ??= api<{ address: string }>('address').then(
            (answer) => answer.address,
            () => '',
        );
        void address.then(setLan);
    }, [link]);
    return lan ? { shared: lan + link.slice(ROOT.length), isLan: true } : { shared: link, isLan: false };
}

function Code({ link }: { link: string }) {
    const [code, setCode] = useState({ size: 0, path: '' });
    useEffect(() => {
        void import('./code').then(({ codeOf }) => setCode(codeOf(link)));
    }, [link]);
    if (!code.size) return null;
    const size = code.size + 2 * MARGIN;
    const box = { x: -MARGIN, y: -MARGIN, width: size, height: size };
    return (
        <svg
            class="code"
            viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
            role="img"
            aria-label={t('qrCodeOf')}
        >
            <rect {...box} fill="#fff" />
            <path d={code.path} fill="#000" shape-rendering="crispEdges" />
        </svg>
    );
}

export function ShareLink({ link }: { link: string }) {
    const field = useRef<HTMLInputElement>(null);
    const [copied, setCopied] = useState<{ link: string; done: boolean } | null>(null);
    const [shown, setShown] = useState<boolean>();
    const { shared, isLan } = useLinkForOthers(link);
    const fits = shared.length <= CODE_MAX;
    const showsCode = fits && (shown ?? isLan); // on a local network, people have phones at hand
    const known = copied?.link === shared ? copied : null;
    const copy = async (): Promise<void> =>
        setCopied({ link: shared, done: await copyField(field.current!) });
    return (
        <div class="share">
            <label for="link">{t('shareLink')}</label>
            <div class="buttons">
                <input
                    ref={field}
                    id="link"
                    readOnly
                    value={shared}
                    onFocus={(event) => event.currentTarget.select()}
                />
                {canShare() && (
                    <ActButton act={() => shareLink(shared)}>{t('shareSystem')}</ActButton>
                )}
                <button
                    type="button"
                    data-ever={[t('copy'), t('copied')].join('\n')}
                    onClick={() => void copy()}
                >
                    {known?.done ? t('copied') : t('copy')}
                </button>
                {fits && (
                    <button type="button" aria-expanded={showsCode} onClick={() => setShown(!showsCode)}>
                        {t('qrCode')}
                    </button>
                )}
            </div>
            <p class="quiet copied" role="status">
                {known && !known.done && t('copyByHand')}
            </p>
            {showsCode && <Code link={shared} />}
            {!fits && (
                <p class="quiet">
                    {t('qrTooLong')} {site.hasServer && t('qrUpload')}
                </p>
            )}
        </div>
    );
}

// A link to a record that the server has, or a button that uploads it; `link` is '' before that.
export function Share({ record, link }: { record: string; link: string }) {
    const [made, setMade] = useState(link);
    const [problem, setProblem] = useWords();
    if (made) return <ShareLink link={made} />;
    const put = (): Promise<void> =>
        putRecord(record).then(
            (id) => setMade(replayLink(id)),
            (error) => setProblem(() => errorWords(error)),
        );
    return (
        <div class="share">
            <ActButton title={t('putRecordAbout')} act={put}>
                {t('putRecord')}
            </ActButton>
            <Remark words={problem} set={setProblem} />
        </div>
    );
}
