// Components that are loaded when first shown, so that the start page loads faster.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Pending } from './ui';

// All pages except the start page: one file.
export const rest = (): Promise<typeof import('./rest')> => import('./rest');

export function lazy<P extends object>(
    load: () => Promise<ComponentType<P>>,
): ComponentType<P> & { fetch(): void } {
    let found: ComponentType<P> | undefined;
    let coming: Promise<ComponentType<P>> | undefined;
    const get = (): Promise<ComponentType<P>> => {
        coming ??= load().then((value) => (found = value));
        coming.catch(() => {
            coming = undefined; // a failed load is tried again
        });
        return coming;
    };
    function Lazy(props: P) {
        const [, arrived] = useState(0);
        const [problem, setProblem] = useState<Error | null>(null);
        useEffect(() => {
            if (found) return undefined;
            let alive = true;
            get().then(
                () => alive && arrived(1),
                (error: unknown) => alive && setProblem(new Error(String(error))),
            );
            return () => {
                alive = false;
            };
        }, []);
        const Page = found;
        return Page ? <Page {...props} /> : <Pending value={problem} />;
    }
    return Object.assign(Lazy, { fetch: () => void get().catch(() => {}) });
}
