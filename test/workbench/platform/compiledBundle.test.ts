import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleLoader } from '../../../src/workbench/platform/compiledBundle.ts';
import { createManualClock } from '../../support/manualClock.ts';

describe('compiledBundle', () => {
  let folder: string;
  let storage: string;
  let app: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-bundles-'));
    storage = join(folder, 'storage', 'compiled');
    app = join(folder, 'app.cjs');
    await writeFile(app, "exports.sum = () => require('./shared.cjs').two + 1;\n");
    await writeFile(
      join(folder, 'shared.cjs'),
      "exports.two = 2; exports.separator = require('node:path').sep;\n",
    );
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Loads the app in a new window; resolves with what it computes once its code is stored. */
  async function sumInNewWindow(): Promise<number> {
    const clock = createManualClock(0);
    const sum = sumOf(bundleLoader(storage, clock)(app));
    clock.advance(5_000);
    await allStored();
    return sum;
  }

  async function allStored(): Promise<void> {
    const names = await readdir(storage).catch(() => []);
    if (names.length < 2 || names.some(name => !name.endsWith('.cjs'))) {
      await new Promise(resolve => setImmediate(resolve));
      await allStored();
    }
  }

  it('runs a bundle and those that it requires, once each', () => {
    const load = bundleLoader(storage, createManualClock(0));
    assert.equal(sumOf(load(app)), 3);
    assert.equal(load(app), load(app));
  });

  it('runs the code that an earlier window has compiled', async () => {
    await sumInNewWindow();
    const stored = await readFile(join(storage, 'app.cjs'));
    assert.equal(await sumInNewWindow(), 3);
    assert.deepEqual(await readFile(join(storage, 'app.cjs')), stored);
  });

  it('compiles a bundle again whose source has changed, even if it is as long as before', async () => {
    await sumInNewWindow();
    await writeFile(app, "exports.sum = () => require('./shared.cjs').two + 5;\n");
    assert.equal(await sumInNewWindow(), 7);
  });

  it('compiles a bundle again whose stored code is damaged or cut off', async () => {
    await sumInNewWindow();
    const stored = await readFile(join(storage, 'app.cjs'));
    for (const at of [0, 5, 12, stored.length - 1]) {
      const damaged = Buffer.from(stored);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
      await writeFile(join(storage, 'app.cjs'), damaged);
      assert.equal(await sumInNewWindow(), 3);
      await writeFile(join(storage, 'app.cjs'), stored.subarray(0, at));
      assert.equal(await sumInNewWindow(), 3);
    }
  });

  it('loads bundles where nothing can be stored', async () => {
    await mkdir(join(folder, 'storage'));
    await writeFile(storage, 'a file where the folder should be');
    const clock = createManualClock(0);
    assert.equal(sumOf(bundleLoader(storage, clock)(app)), 3);
    clock.advance(5_000);
  });

  it('tries again to load a bundle that was missing', async () => {
    const text = await readFile(app);
    await rm(app);
    const load = bundleLoader(storage, createManualClock(0));
    assert.throws(() => load(app), /ENOENT/);
    await writeFile(app, text);
    assert.equal(sumOf(load(app)), 3);
  });
});

function sumOf(bundle: unknown): number {
  assert.ok(typeof bundle === 'object' && bundle !== null && 'sum' in bundle);
  assert.ok(typeof bundle.sum === 'function');
  return Number(bundle.sum());
}
