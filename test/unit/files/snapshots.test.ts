import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readFileSet } from '../../../src/files/fileSet.ts';
import { planChanges } from '../../../src/files/makePlan.ts';
import { readServerState } from '../../../src/files/serverState.ts';
import {
  comparisonFolder,
  listSnapshots,
  takeSnapshot,
  unpackSnapshot,
} from '../../../src/files/snapshots.ts';
import { packFiles, unpackFiles } from '../../../src/files/tarArchive.ts';
import { englishLocalizer as localizer } from '../../../src/util/localizer.ts';
import { withFiles } from './support/filesOnServer.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'da-snapshots-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('an archive', () => {
  const paths = fc.uniqueArray(
    fc.stringMatching(/^jobs\/[a-zа-я]([a-zа-я0-9-]{0,150}[a-z0-9])?\.job\.jsonc$/),
    { maxLength: 5 },
  );

  it('has the same files after it was read, whatever they contain', () =>
    fc.assert(
      fc.asyncProperty(paths, fc.array(fc.string({ unit: 'grapheme' })), async (names, texts) => {
        const files = names.map((path, index) => ({ path, text: texts[index] ?? '' }));
        assert.deepEqual(await unpackFiles(await packFiles(files, 0)), files);
      }),
      { numRuns: 50 },
    ));

  it('is read by tar', async function () {
    if (process.platform === 'win32') this.skip();
    const long = `jobs/${'очень-длинное-имя-'.repeat(4)}.job.jsonc`;
    const files = [
      { path: 'device-automation.json', text: '{}\n' },
      { path: long, text: 'x'.repeat(600) },
    ];
    const path = join(folder, 'a.tar.gz');
    writeFileSync(path, await packFiles(files, Date.UTC(2026, 0, 1)));
    execFileSync('tar', ['-xzf', path, '-C', folder]);
    assert.equal(readFileSync(join(folder, long), 'utf8'), 'x'.repeat(600));
  });

  it('is rejected if it was cut, changed, or leads out of its folder', async () => {
    const bytes = await packFiles([{ path: 'jobs/a.job.jsonc', text: 'text' }], 0);
    assert.equal(await unpackFiles(bytes.subarray(0, -9)), undefined);
    assert.equal(await unpackFiles(Buffer.from('no archive')), undefined);
    for (const path of ['../a', '/a', 'jobs/../../a', 'a\\b', 'jobs//a', 'c:a'])
      assert.equal(await unpackFiles(await packFiles([{ path, text: '' }], 0)), undefined, path);
  });
});

describe('a snapshot', () => {
  const minute = 60_000;

  it('is a set of files: planning it shows what has changed since', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
      memoryServer.jobs.set(1, { name: 'Backup', policies: [1] });
      memoryServer.jobs.set(2, { name: 'Gone', policies: [1] });
      const options = { stateFolder: folder, localizer };
      const { path } = await takeSnapshot(await readServerState(session), options, minute);
      assert.equal(statSync(path).mode & 0o777, 0o600);
      memoryServer.jobs.set(1, { name: 'Backup', policies: [1, 2] });
      memoryServer.jobs.delete(2);
      memoryServer.jobs.set(4, { name: 'New', policies: [8] });
      const target = comparisonFolder(folder, session.server);
      await unpackSnapshot(path, target, localizer);
      const fileSet = await readFileSet(target, { localizer });
      const plan = await planChanges(fileSet, await readServerState(session), { localizer });
      assert.deepEqual(
        plan.items.map(({ action, name }) => `${name}: ${action}`),
        ['Lab: unchanged', 'Backup: change', 'Gone: create', 'New: onlyOnServer'],
      );
    }));

  it('is kept until there are ten newer ones of its server', () =>
    withFiles(async ({ session }) => {
      const state = await readServerState(session);
      const options = { stateFolder: folder, localizer };
      const other = { ...state, server: { ...state.server, url: 'https://other.example' } };
      await takeSnapshot(other, options, 0);
      for (let index = 1; index <= 12; index++) await takeSnapshot(state, options, index * minute);
      const times = (await listSnapshots(folder, session.server)).map(({ timeMs }) => timeMs / minute);
      assert.deepEqual(times, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
      assert.equal((await listSnapshots(folder, other.server)).length, 1);
      assert.equal(readdirSync(join(folder, 'snapshots')).length, 2);
    }));

  it('that is none leaves the files of the last comparison', () =>
    withFiles(async ({ session }) => {
      const target = comparisonFolder(folder, session.server);
      const { path } = await takeSnapshot(
        await readServerState(session),
        { stateFolder: folder, localizer },
        0,
      );
      await unpackSnapshot(path, target, localizer);
      writeFileSync(path, await packFiles([{ path: 'jobs/a.job.jsonc', text: '{}' }], 0));
      await assert.rejects(unpackSnapshot(path, target, localizer), { name: 'FilesError' });
      assert.deepEqual(readdirSync(target), ['device-automation.json']);
    }));
});
