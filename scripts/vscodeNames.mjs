import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const declarations = createRequire(import.meta.url).resolve('@types/vscode/index.d.ts');

/**
 * Gives the `vscode` module exports that are known to the bundler. Otherwise the bundle, when loaded, copies the
 * hundreds of names of the API into a separate object for each file that imports them.
 */
export const vscodeNames = {
  name: 'vscode-names',
  setup(setup) {
    setup.onResolve({ filter: /^vscode$/ }, ({ pluginData }) =>
      pluginData === 'itself' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode' },
    );
    setup.onLoad({ filter: /.*/, namespace: 'vscode' }, () => ({
      contents: `export const {\n  ${names().join(',\n  ')},\n} = require('vscode');\n`,
      pluginData: 'itself',
    }));
  },
};

/** The exports that exist at run time, unlike types. */
function names() {
  const text = readFileSync(declarations, 'utf8');
  const found = text.matchAll(/^\texport (?:abstract )?(?:class|const|enum|function|namespace) (\w+)/gm);
  return [...new Set(Array.from(found, ([, name]) => name))].sort();
}
