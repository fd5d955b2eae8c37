import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const rules = /\.codicon-([\w-]+)::before \{\s*content: "\\([0-9a-f]+)"/g;

/** The icons used in a stylesheet of the pages, with their characters in the font. */
export function iconsIn(css) {
  return new Map(
    [...css.matchAll(rules)].map(([, name, code]) => [name, String.fromCodePoint(parseInt(code, 16))]),
  );
}

/** Removes all but these icons from VS Code's icon font, which has more than 500. */
export function usedIcons(stylesheet) {
  return {
    name: 'used-icons',
    setup(setup) {
      setup.onLoad({ filter: /codicon\.ttf$/ }, async ({ path }) => {
        const icons = iconsIn(await readFile(stylesheet, 'utf8'));
        const contents = await subsetFont(await readFile(path), [...icons.values()].join(''), {
          targetFormat: 'truetype',
        });
        return { contents, loader: 'dataurl' };
      });
    },
  };
}
