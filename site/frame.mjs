// What is around a document: the parts of the site, the headings of the page, what comes before and after.
export const escapeHtml = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const label = ({ short, title }) => escapeHtml(short ?? title);

function partList(page, parts, link) {
    return parts.map((part) => {
        const open = part.pages.includes(page);
        const items = part.pages.filter(({ hidden }) => !hidden).map((one) => {
            const here = one === page ? ' aria-current="page"' : '';
            return `<li><a href="${link(one.out)}"${here}>${label(one)}</a></li>`;
        });
        return `<details${open ? ' open' : ''}><summary>${part.title}</summary><ul>${items.join('')}</ul></details>`;
    }).join('\n');
}

function outline({ headings }) {
    const shown = headings.filter(({ level }) => level <= 3);
    if (shown.length < 3) return '';
    const items = shown.map(({ level, text, anchor }) =>
        `<li class="level${level}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
    return `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

function neighbours(page, parts, link) {
    const pages = parts.find((part) => part.pages.includes(page))?.pages ?? [];
    const at = pages.indexOf(page);
    const side = (one, word) => one
        ? `<a rel="${word}" href="${link(one.out)}"><small>${word === 'prev' ? 'Before' : 'Next'}</small>${label(one)}</a>` : '<span></span>';
    return pages.length < 2 ? '' : `<nav class="neighbours" aria-label="Pages before and after">${
        side(pages[at - 1], 'prev')}${side(pages[at + 1], 'next')}</nav>`;
}

export function frame(page, parts, link) {
    const home = page.out === 'index.html';
    const title = home ? 'Railhead' : `${page.title} - Railhead`;
    const root = link('index.html').slice(0, -'index.html'.length);
    const part = parts.find((one) => one.pages.includes(page));
    return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}style.css">
<link rel="icon" href="data:,">
<script src="${root}site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="parts" hidden>Menu</button>
<a class="home" href="${link('index.html')}">Railhead</a>
<search hidden><input id="search" type="search" placeholder="Search" aria-label="Search the documents" autocomplete="off"
  role="combobox" aria-expanded="false" aria-controls="found"><ul id="found" role="listbox" aria-label="Found" hidden></ul></search>
</header>
<div class="columns">
<nav id="parts" aria-label="Documents">
${partList(page, parts, link)}
</nav>
<main id="main">
${part ? `<p class="part">${part.title}</p>` : ''}
${page.html}
${neighbours(page, parts, link)}
</main>
${outline(page)}
</div>
</body>
</html>
`;
}
