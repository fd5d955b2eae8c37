import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** A piece of the source that is replaced, which reintroduces a fixed defect. */
export interface Plant {
  readonly file: string;
  readonly piece: string;
  readonly instead: string;
}

/** The replacements for each defect, by its name. */
export type Defects = Readonly<Record<string, readonly Plant[]>>;

/** A module that takes the place of a source file and, at startup, selects one of its versions. */
const CHOICE = 'choice';
const VERSION = 'version';
const source = (file: string) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url));

/** The code that a program needs at its start to have this defect. */
export function choose(defect: string): string {
  return `globalThis.plantedDefect = ${JSON.stringify(defect)};`;
}

/**
 * Adds versions of source files with the defects to a build, which uses one of them, or none, when it starts: that is
 * one build instead of one for each defect. Throws unless the source contains each piece exactly once.
 */
export function planted(defects: Defects): Plugin {
  for (const { file, piece } of Object.values(defects).flat()) {
    const count = readFileSync(source(file), 'utf8').split(piece).length - 1;
    if (count !== 1) throw new Error(`${file} has ${count} pieces of this text, not one: ${piece}`);
  }
  const names = Object.keys(defects);
  const files = new Set(
    Object.values(defects)
      .flat()
      .map(({ file }) => source(file)),
  );
  return {
    name: 'planted defects',
    async setup(setup) {
      if (files.size === 0) return;
      const exported = await exportsOf([...files]);
      // only these files: esbuild waits for this process at each import that the filter matches
      const endings = [...files].map(file => file.split(/[\\/]/).at(-1)?.replace('.', '\\.'));
      setup.onResolve({ filter: new RegExp(`/(${endings.join('|')})$`) }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        return files.has(file) ? { path: file, namespace: CHOICE } : undefined;
      });
      setup.onLoad({ filter: /./, namespace: CHOICE }, ({ path }) => ({
        contents: choiceOf(
          Object.entries(defects).flatMap(([name, plants]) =>
            plants.some(({ file }) => source(file) === path) ? [[name, names.indexOf(name)]] : [],
          ),
          exported.get(path) ?? [],
        ),
      }));
      setup.onResolve({ filter: /./, namespace: CHOICE }, ({ path, importer }) =>
        path === 'unchanged' ? { path: importer } : { path: `${path} ${importer}`, namespace: VERSION },
      );
      setup.onLoad({ filter: /./, namespace: VERSION }, ({ path }) => {
        const [, index = '', file = ''] = /^(\d+) (.*)$/s.exec(path) ?? [];
        const plants = defects[names[Number(index)] ?? ''] ?? [];
        return { contents: withPlants(file, plants), loader: 'ts', resolveDir: dirname(file) };
      });
    },
  };
}

function withPlants(path: string, plants: readonly Plant[]): string {
  return plants
    .filter(({ file }) => source(file) === path)
    .reduce((text, { piece, instead }) => text.replace(piece, () => instead), readFileSync(path, 'utf8'));
}

/** Exports what the selected version of a file exports. */
function choiceOf(versions: readonly (readonly [string, number])[], names: readonly string[]): string {
  return `
    import * as unchanged from 'unchanged';
    ${versions.map(([, index]) => `import * as version${index} from '${index}';`).join('\n')}
    const versions = { ${versions.map(([name, index]) => `${JSON.stringify(name)}: version${index}`).join(', ')} };
    export const { ${names.join(', ')} } = versions[globalThis.plantedDefect] ?? unchanged;
  `;
}

/** The names of the values that each file exports. */
async function exportsOf(files: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await build({
    entryPoints: [...files],
    outdir: dirname(source('.')),
    format: 'esm',
    metafile: true,
    write: false,
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [resolve(entryPoint), exports]),
  );
}
