// The files that the site consists of.  Two sources never share one: the second would silently replace the first.
export class Outputs {
    #sources = new Map();

    // `out` is the path in the site, `source` what it is made from.  Case does not count: not every file system
    // distinguishes it.
    claim(out, source) {
        const key = out.toLowerCase();
        const other = this.#sources.get(key);
        if (other !== undefined && other !== source) {
            throw new Error(`${source} and ${other} would both become ${out}: give one of them another name in site/pages.mjs`);
        }
        this.#sources.set(key, source);
    }
}
