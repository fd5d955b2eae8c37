import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Of `package.json`, only the version is bundled: the whole would double the size of some bundles. */
export const manifestVersion = {
  name: 'manifest-version',
  setup(setup) {
    setup.onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => {
      if (path !== resolve('package.json')) return undefined;
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
