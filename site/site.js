// The menu of small screens, and the search: an index that is made here, of a list that is fetched when
// somebody looks for something.  Scripts and no requests, so that it also works from the disk.
(() => {
    const root = document.documentElement.dataset.root;
    const menu = document.getElementById('menu');
    const parts = document.getElementById('parts');
    const input = document.getElementById('search');
    const list = document.getElementById('found');
    menu.hidden = false;
    input.parentElement.hidden = false;
    parts.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

    menu.addEventListener('click', () => {
        const open = parts.classList.toggle('open');
        menu.setAttribute('aria-expanded', String(open));
    });

    // ---- Search -----------------------------------------------------------------------------------

    const MOST = 12;
    const ABOUT = 160; // signs of the text around what was found
    let index = null;

    function load(file) {
        return new Promise((resolve, reject) => {
            const script = document.createElement('script');
            script.src = root + file;
            script.onload = resolve;
            script.onerror = reject;
            document.head.append(script);
        });
    }

    const NOT_LOOKED_FOR = new Set('a an and are as at be by can do does for from has how i in is it my of on or that the this to what where which with you'.split(' '));
    const options = {
        fields: ['name', 'title', 'text'],
        storeFields: ['page', 'anchor', 'name', 'title', 'text', 'weight'],
        tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
        processTerm: (term) => {
            const word = term.toLowerCase();
            return NOT_LOOKED_FOR.has(word) ? null : word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
        },
        searchOptions: {
            boost: { title: 4, name: 3 },
            boostDocument: (id, term, { weight }) => weight,
            prefix: true,
            fuzzy: (word) => (word.length > 4 ? 0.2 : 0),
            weights: { fuzzy: 0.1, prefix: 0.4 },
            combineWith: 'AND',
        },
    };

    // Called by search-data.js with [page, anchor, title of the page, title, text, weight].
    let indexed = null;
    window.searchable = (sections) => {
        index = new MiniSearch(options);
        indexed = index.addAllAsync(sections.map(([page, anchor, name, title, text, weight], id) =>
            ({ id, page, anchor, name, title, text, weight })), { chunkSize: 50 });
    };

    let loading = null;
    const ready = () => (loading ??= load('minisearch.js').then(() => load('search-data.js')).then(() => indexed));

    // The text around the first of the words, which are marked.
    function excerpt({ text, terms }) {
        const words = new RegExp(terms.map((term) => term.replace(/[^\p{L}\p{N}_]/gu, '\\$&')).join('|'), 'giu');
        const first = Math.max(0, text.search(words) - ABOUT / 3);
        const piece = document.createElement('small');
        let at = first === 0 ? 0 : text.indexOf(' ', first) + 1;
        const end = Math.min(text.length, at + ABOUT);
        if (at > 0) piece.append('… ');
        for (const found of text.slice(0, end).matchAll(words)) {
            if (found.index < at) continue;
            const mark = document.createElement('mark');
            mark.textContent = found[0];
            piece.append(text.slice(at, found.index), mark);
            at = found.index + found[0].length;
        }
        piece.append(text.slice(at, end), end < text.length ? ' …' : '');
        return piece;
    }

    function itemOf(result, number) {
        const item = document.createElement('li');
        const link = document.createElement('a');
        const title = document.createElement('b');
        item.role = 'option';
        item.id = `found-${number}`;
        link.href = root + result.page + (result.anchor ? `#${result.anchor}` : '');
        link.tabIndex = -1;
        title.textContent = result.anchor ? `${result.name} › ${result.title}` : result.name;
        link.append(title, excerpt(result));
        item.append(link);
        return item;
    }

    function choose(number) {
        const items = [...list.children];
        for (const [at, item] of items.entries()) item.ariaSelected = String(at === number);
        items[number]?.scrollIntoView({ block: 'nearest' });
        input.setAttribute('aria-activedescendant', items[number]?.id ?? '');
    }

    const chosen = () => [...list.children].findIndex((item) => item.ariaSelected === 'true');

    function show(open) {
        list.hidden = !open;
        input.setAttribute('aria-expanded', String(open));
    }

    async function search() {
        const words = input.value.trim();
        if (words === '') return show(false);
        await ready();
        if (input.value.trim() !== words) return undefined;
        const all = index.search(words);
        const found = (all.length > 0 ? all : index.search(words, { combineWith: 'OR' })).slice(0, MOST);
        const none = document.createElement('li');
        none.className = 'none';
        none.textContent = 'Nothing found.';
        list.replaceChildren(...(found.length > 0 ? found.map(itemOf) : [none]));
        if (found.length > 0) choose(0);
        return show(true);
    }

    input.addEventListener('focus', ready, { once: true });
    input.addEventListener('input', search);
    input.addEventListener('focus', search);
    input.addEventListener('keydown', (event) => {
        const items = list.children.length;
        if (event.key === 'ArrowDown') choose((chosen() + 1) % items);
        else if (event.key === 'ArrowUp') choose((chosen() + items - 1) % items);
        else if (event.key === 'Enter') list.children[chosen()]?.querySelector('a').click();
        else if (event.key === 'Escape') show(false);
        else return;
        event.preventDefault();
    });
    document.addEventListener('click', ({ target }) => {
        if (!input.parentElement.contains(target) || target.closest('a')) show(false);
    });
    document.addEventListener('keydown', (event) => {
        if (event.key !== '/' || event.target.closest('input')) return;
        event.preventDefault();
        input.focus();
    });
})();
