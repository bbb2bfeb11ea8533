// An address to pass on, with a button that copies it, and its QR code for a phone's camera.
import { useEffect, useState } from 'preact/hooks';
import { api } from '../game/link';
import { ROOT, site } from '../root';
import { t } from '../text';

const MARGIN = 4; // of white squares, without which cameras do not find it

// What others have to say for this machine, whom we call localhost; '' where the server does not know.
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
    const [copied, setCopied] = useState('');
    const [shown, setShown] = useState<boolean>();
    const { shared, isLan } = useLinkForOthers(link);
    const showsCode = shown ?? isLan; // people in one room have phones
    return (
        <div class="share">
            <label for="link">{t('shareLink')}</label>
            <div class="buttons">
                <input
                    id="link"
                    readOnly
                    value={shared}
                    onFocus={(event) => event.currentTarget.select()}
                />
                <button
                    type="button"
                    onClick={() =>
                        void navigator.clipboard?.writeText(shared).then(() => setCopied(shared))
                    }
                >
                    {copied === shared ? t('copied') : t('copy')}
                </button>
                <button type="button" aria-expanded={showsCode} onClick={() => setShown(!showsCode)}>
                    {t('qrCode')}
                </button>
            </div>
            {showsCode && <Code link={shared} />}
        </div>
    );
}
