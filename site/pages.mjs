// What is on the site and for whom: the parts in their order, each a list of documents.  Those that are
// made, and not in the tree, have a name with a colon.  A second word is what the menu calls it, a third the name
// of its page where that of the document would be taken.
export const PARTS = [
    {
        title: 'Play',
        pages: [['docs/play.md', 'Start here'], 'how:transamerica', 'how:transeuropa', 'how:transeuropa-classic',
            'docs/browser.md', 'docs/playing.md', 'docs/analysis.md', 'docs/rules.md'],
    },
    {
        title: 'Host',
        pages: [['docs/host.md', 'Start here'], 'docs/operations.md', 'docs/security.md', 'docs/scale.md', 'docs/packaging.md'],
    },
    {
        title: 'Write a bot',
        pages: [['docs/write-a-bot.md', 'Start here'], 'docs/engine-protocol.md', 'docs/bots.md', 'docs/protocol.md'],
    },
    {
        title: 'Make a board',
        pages: [['docs/make-a-board.md', 'Start here'], 'boards/README.md'],
    },
    {
        title: 'Use the library',
        pages: [['docs/library.md', 'Start here'], 'reference:*', 'python:*', 'docs/javascript.md', 'docs/formats.md', 'docs/versions.md'],
    },
    {
        title: 'The command',
        pages: ['command:*'],
    },
    {
        title: 'Develop',
        pages: [['CONTRIBUTING.md', 'Start here'], 'docs/architecture.md', 'docs/performance.md', 'bench/README.md',
            'tests/simulate/README.md', 'CHANGELOG.md', ['SECURITY.md', 'Report a security problem', 'security-policy.html'], 'CODE_OF_CONDUCT.md', 'decisions:*'],
    },
];
