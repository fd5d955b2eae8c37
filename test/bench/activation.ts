import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import * as z from 'zod';
import { projectDirectory } from '../support/projectFiles.ts';
import { type BenchRow, limitRow, median, type Scale } from './benchRow.ts';

const rounds = 9;
const TimesSchema = z.object({ require: z.number(), activate: z.number() });

/** A fake VS Code API for activation: everything can be called and constructed, and nothing happens. */
const fakeVSCode = `
const thing = () => new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : key === 'then' ? undefined : thing()),
  apply: () => thing(),
  construct: () => thing(),
});
const names = ['commands', 'window', 'workspace', 'languages', 'env', 'l10n', 'EventEmitter', 'Disposable', 'Uri'];
module.exports = Object.fromEntries(names.map(name => [name, thing()]));
`;

const measure = `
const packageJSON = require('./manifest.json');
const start = process.hrtime.bigint();
const loaded = require(process.argv[2]);
const required = process.hrtime.bigint();
loaded.activate?.({
  extension: { packageJSON },
  subscriptions: [],
  workspaceState: { keys: () => [] },
  globalState: { keys: () => [] },
});
const activated = process.hrtime.bigint();
console.log(JSON.stringify({ require: Number(required - start) / 1e6, activate: Number(activated - required) / 1e6 }));
`;

/** Times loading the activation bundle, minified as in the package, in new processes. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const built = join(projectDirectory, 'dist/extension.cjs');
  if (!existsSync(built)) execFileSync(process.execPath, ['esbuild.mjs'], { cwd: projectDirectory });
  const { code } = await transform(readFileSync(built, 'utf8'), { minify: true, platform: 'node' });
  const folder = mkdtempSync(join(tmpdir(), 'da-bench-'));
  try {
    mkdirSync(join(folder, 'node_modules/vscode'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/vscode/index.js'), fakeVSCode);
    // VS Code provides its API without reading a file, so the baseline also loads the file that fakes it.
    writeFileSync(join(folder, 'empty.cjs'), "require('vscode');\nmodule.exports = {};\n");
    writeFileSync(join(folder, 'extension.cjs'), code);
    copyFileSync(join(projectDirectory, 'package.json'), join(folder, 'manifest.json'));
    writeFileSync(join(folder, 'measure.cjs'), measure);
    const times = (name: string) => Array.from({ length: scale.rounds(rounds) }, () => timeOf(folder, name));
    const ours = times('extension.cjs');
    const floor = median(times('empty.cjs').map(time => time.require));
    const value = median(ours.map(time => time.require));
    const ratio = value / floor;
    return [
      limitRow('bundle that activation loads', 'kB', Buffer.byteLength(code) / 1_000, 60),
      {
        name: '`require` of that bundle, against an empty module',
        value,
        unit: 'ms',
        floor,
        ratio,
        goal: '≤ 2 × floor',
        ok: ratio <= 2,
      },
      limitRow('activate()', 'ms', median(ours.map(time => time.activate)), 10),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timeOf(folder: string, name: string): z.infer<typeof TimesSchema> {
  const output = execFileSync(process.execPath, ['measure.cjs', `./${name}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  return TimesSchema.parse(JSON.parse(output));
}
