import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** A piece of the source that is replaced, so that a fixed defect is there again. */
export interface Plant {
  readonly file: string;
  readonly piece: string;
  readonly instead: string;
}

/** Replaces the pieces while a program is built; throws if the source does not have a piece exactly once. */
export function planted(plants: readonly Plant[]): Plugin {
  return {
    name: 'planted defects',
    setup(build) {
      for (const { file, piece } of plants) {
        const path = fileURLToPath(new URL(`../../src/${file}`, import.meta.url));
        const parts = readFileSync(path, 'utf8').split(piece);
        if (parts.length !== 2)
          throw new Error(`${file} has ${parts.length - 1} pieces of this text, not one: ${piece}`);
      }
      if (plants.length === 0) return;
      // Of these files only: esbuild waits for this process at each file that the filter matches.
      const names = plants.map(({ file }) => file.split('/').at(-1)?.replace('.', '\\.'));
      build.onLoad({ filter: new RegExp(`[/\\\\](${names.join('|')})$`) }, ({ path }) => {
        const own = plants.filter(({ file }) => path.replaceAll('\\', '/').endsWith(`/src/${file}`));
        if (own.length === 0) return undefined;
        const source = readFileSync(path, 'utf8');
        const contents = own.reduce((text, { piece, instead }) => text.replace(piece, () => instead), source);
        return { contents, loader: 'ts' };
      });
    },
  };
}
