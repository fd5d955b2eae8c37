// Bundles the extension. Heavy parts are files of their own, loaded by the first use: see docs/architecture.md.
import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const isProduction = process.argv.includes('--production');

/** Modules that become files of their own: what imports them at run time requires that file. */
const chunks = {
  './app.ts': 'app',
  '../demo/server.ts': 'demo',
  undici: 'undici',
  'rrule-temporal': 'recurrence',
};

const separateChunks = {
  name: 'separate-chunks',
  setup(setup) {
    setup.onResolve({ filter: /^(\.\/app\.ts|\.\.\/demo\/server\.ts|undici|rrule-temporal)$/ }, args => {
      // Only a dynamic import may be put off; an entry point is bundled where it is.
      if (args.kind !== 'dynamic-import') return undefined;
      return { path: `./${chunks[args.path]}.cjs`, external: true };
    });
  },
};

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  external: ['vscode'],
  // The UMD builds that some packages name as "main" hide their requires from the bundler.
  mainFields: ['module', 'main'],
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
  plugins: [separateChunks],
};

const result = await build({
  ...options,
  entryPoints: {
    extension: 'src/extension.ts',
    app: 'src/app.ts',
    demo: 'src/demo/server.ts',
    undici: 'undici',
  },
});
/** What the pages of forms load: in the browser's own format, without maps in a package. */
const web = await build({
  bundle: true,
  platform: 'browser',
  target: 'chrome132',
  format: 'iife',
  outdir: 'dist/web',
  entryPoints: ['src/webview/form.ts', 'src/webview/form.css', 'src/webview/codicon.css'],
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
});

const metafile = {
  inputs: { ...result.metafile.inputs, ...web.metafile.inputs },
  outputs: { ...result.metafile.outputs, ...web.metafile.outputs },
};
await writeFile('dist/metafile.json', JSON.stringify(metafile));
for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
  if (/\.(cjs|js|css)$/.test(file)) console.log(`${file} ${Math.round(bytes / 1024)} kB`);
}
