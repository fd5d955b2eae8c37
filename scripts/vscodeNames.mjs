import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const declarations = createRequire(import.meta.url).resolve('@types/vscode/index.d.ts');

/**
 * Gives the module of VS Code names that the bundler knows. For a module without them it copies the hundreds of
 * names of the API into an object of its own for each file that imports it, when the bundle is loaded.
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

/** What exists at run time; types do not. */
function names() {
  const text = readFileSync(declarations, 'utf8');
  const found = text.matchAll(/^\texport (?:abstract )?(?:class|const|enum|function|namespace) (\w+)/gm);
  return [...new Set(Array.from(found, ([, name]) => name))].sort();
}
