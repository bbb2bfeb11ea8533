// An address to pass on, with a button that copies it.
import { useState } from 'preact/hooks';
import { t } from '../text';

export function ShareLink({ link }: { link: string }) {
    const [copied, setCopied] = useState('');
    return (
        <div class="share">
            <label for="link">{t('shareLink')}</label>
            <div class="buttons">
                <input
                    id="link"
                    readOnly
                    value={link}
                    onFocus={(event) => event.currentTarget.select()}
                />
                <button
                    type="button"
                    onClick={() =>
                        void navigator.clipboard?.writeText(link).then(() => setCopied(link))
                    }
                >
                    {copied === link ? t('copied') : t('copy')}
                </button>
            </div>
        </div>
    );
}
