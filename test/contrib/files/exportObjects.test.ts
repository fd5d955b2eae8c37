import assert from 'node:assert/strict';
import * as z from 'zod';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import { type Fields, fileSetOf, type Given, withFiles } from './support/filesOnServer.ts';

const { exportObjects } = await import('../../../src/contrib/files/common/exportObjects.ts');
const { copyObjects } = await import('../../../src/contrib/files/common/exportObjects.ts');
const { readServerState } = await import('../../../src/contrib/files/common/serverState.ts');

type Choice = Parameters<typeof copyObjects>[1];
type Labels = Readonly<Record<number, string>>;
const ContentSchema = z.record(z.string(), z.unknown());
const everything = { manifest: undefined, manifestText: undefined, files: [] };

/** What an export writes to a new folder: the manifest, and the text of each file. */
async function exported(
  session: Given['session'],
  {
    choice,
    labels = {},
    fileSet = everything,
  }: Partial<Parameters<typeof exportObjects>[0]> & { labels?: Labels },
) {
  const source = { get: (_: string, id: number) => labels[id], ids: () => Object.keys(labels).map(Number) };
  const state = await readServerState(session, { labels: source });
  const found = await exportObjects({ fileSet, state, localizer, choice });
  const contents = Object.fromEntries(
    found.writes.map(({ path, text }) => [path, ContentSchema.parse(JSON.parse(text))] as const),
  );
  return { ...found, contents, paths: found.writes.map(({ path }) => path) };
}

const own = (contents: Readonly<Record<string, unknown>>) => {
  const { 'device-automation.json': _, ...rest } = contents;
  return rest;
};

describe('an export of objects to files', () => {
  it('writes the manifest, groups and jobs, each with names for IDs and lists in order', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.groups.set(7, {
        name: 'Lab',
        dn: 'CN=lab',
        server_set: [{ hostname: 'PC-2' }, { hostname: 'PC-1' }],
      });
      memoryServer.groups.set(8, { name: 'Hall', dn: '' });
      memoryServer.jobs.set(1, {
        name: 'Backup',
        policies: [99, 12, 3, 12, 4],
        groups: [99, 8, 7],
        reports: [3],
        created_at: 'now',
      });
      const labels = { 3: 'Baseline', 4: 'Twice', 12: 'Twice', 50: 'Unused', 99: ' ' };
      const { contents, paths, writes, unchanged } = await exported(session, { labels });
      assert.deepEqual(paths, [
        'device-automation.json',
        'groups/lab.group.jsonc',
        'groups/hall.group.jsonc',
        'jobs/backup.job.jsonc',
      ]);
      assert.deepEqual(contents['groups/lab.group.jsonc'], {
        name: 'Lab',
        dn: 'CN=lab',
        server_set: ['PC-1', 'PC-2'],
      });
      const { policies, groups, reports } = contents['jobs/backup.job.jsonc'] ?? {};
      assert.deepEqual(
        [policies, groups, reports],
        [[4, 12, 99, 'Baseline'], [99, 'CN=lab', 'Hall'], ['Baseline']],
      );
      assert.ok(!('created_at' in (contents['jobs/backup.job.jsonc'] ?? {})));
      const manifest = contents['device-automation.json'] ?? {};
      assert.deepEqual(
        [manifest['server'], manifest['labels']],
        ['Plant', { Plant: { policies: { 3: 'Baseline' }, reports: { 3: 'Baseline' } } }],
      );
      assert.deepEqual([unchanged, new Set(writes.map(({ before }) => before))], [0, new Set([undefined])]);
      assert.ok(writes.every(({ text }) => text.endsWith('}\n')));
    }));

  it('writes the ID as a key for objects with the same name, and skips those without one', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Twin', policies: [1] });
      memoryServer.jobs.set(2, { name: 'Twin', policies: [2] });
      memoryServer.jobs.set(3, { name: 'Other', policies: [2] });
      const { contents, paths } = await exported(session, {});
      const files = paths.slice(1).map(path => contents[path] ?? {});
      assert.deepEqual(
        files.map(({ $key, name }) => [$key, name]),
        [
          [1, 'Twin'],
          [2, 'Twin'],
          [undefined, 'Other'],
        ],
      );
      assert.equal(new Set(paths).size, 4);
      memoryServer.jobs.clear();
      memoryServer.hidesIds = true;
      for (const id of [4, 5]) memoryServer.groups.set(id, { name: 'Twin', dn: '' });
      memoryServer.groups.set(6, { name: 'Alone', dn: '' });
      const { skipped, paths: groups } = await exported(session, {});
      assert.deepEqual(
        [skipped.map(({ name }) => name), groups.slice(1)],
        [['Twin', 'Twin'], ['groups/alone.group.jsonc']],
      );
    }));

  it('changes only the fields that differ, and leaves files that are up to date unchanged', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Backup', policies: [1], enabled: true });
      memoryServer.jobs.set(2, { name: 'Scan', policies: [2] });
      const fileSet = fileSetOf({
        'jobs/mine': { policies: [9], name: 'Backup', enabled: true },
        'jobs/scan': { policies: [2], name: 'Scan' },
        'jobs/gone': { name: 'Gone', policies: [1] },
      });
      const { writes, unchanged, withoutObject } = await exported(session, { fileSet });
      const changed = writes.filter(({ path }) => path !== 'device-automation.json');
      const texts = changed.map(({ path, text, before }): unknown[] => [path, JSON.parse(text), before]);
      assert.deepEqual(texts, [
        ['jobs/mine', { policies: [1], name: 'Backup', enabled: true }, fileSet.files[0]?.text],
      ]);
      assert.deepEqual([unchanged, withoutObject], [1, ['jobs/gone']]);
    }));

  it('contains what the manifest manages', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Backup', policies: [1], enabled: true });
      memoryServer.jobs.set(2, { name: 'Other', policies: [1] });
      memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=lab' });
      const rules: Fields = {
        jobs: { folder: 'a/b', exclude: ['Oth*'], excludeFields: ['enabled', 'name'] },
        groups: { include: ['X'] },
      };
      const { contents } = await exported(session, { fileSet: fileSetOf({}, rules) });
      assert.deepEqual(Object.keys(own(contents)), ['a/b/backup.job.jsonc']);
      const job = contents['a/b/backup.job.jsonc'] ?? {};
      assert.deepEqual(['name' in job, 'enabled' in job], [true, false]);
    }));

  it('contains the chosen objects: jobs by ID, groups by DN, name or ID', () =>
    withFiles(async ({ memoryServer, session }) => {
      for (const id of [1, 2]) memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [1] });
      memoryServer.groups.set(5, { name: 'By DN', dn: 'CN=5' });
      memoryServer.groups.set(6, { name: 'By name', dn: '' });
      memoryServer.groups.set(7, { name: 'By ID', dn: 'CN=7' });
      memoryServer.groups.set(1, { name: 'Not chosen', dn: 'CN=1' });
      const choice: Choice = {
        jobIds: new Set([1, 5]),
        groups: new Set(['dn:cn=5', 'name:By name', 7, 'name:By ID']),
      };
      const { contents, withoutObject } = await exported(session, {
        choice,
        fileSet: { ...everything, files: fileSetOf({ 'jobs/x': { name: 'X', policies: [1] } }).files },
      });
      assert.deepEqual(Object.keys(own(contents)).sort(), [
        'groups/by-dn.group.jsonc',
        'groups/by-id.group.jsonc',
        'groups/by-name.group.jsonc',
        'jobs/job-1.job.jsonc',
      ]);
      assert.deepEqual(withoutObject, [], 'the rest is not compared');
    }));

  it('contains the number of fields that may hold secrets, but not the fields', () =>
    withFiles(async ({ memoryServer, session }) => {
      const secrets = [
        'pwd',
        'passphrase',
        'privateKey',
        'client_secret',
        'X-API-Key',
        'token',
        'Authorization',
      ];
      const plain = { author: 'ann', compass: 1, keyboard: 'us', nested: [{ passage: 1 }] };
      const hidden = Object.fromEntries(secrets.map(field => [field, 'hidden']));
      const nested = { login: { steps: [{ db_password: 'hidden' }] }, home: 'https://plant.example/x' };
      memoryServer.jobs.set(1, { name: 'Backup', policies: [3], ...plain, ...hidden, ...nested });
      const { contents, hiddenFields } = await exported(session, {});
      const { name: _, policies: __, ...fields } = contents['jobs/backup.job.jsonc'] ?? {};
      assert.deepEqual(
        Object.keys(fields).filter(field => secrets.includes(field) || field in nested),
        [],
      );
      assert.ok(Object.keys(plain).every(field => field in fields));
      assert.equal(hiddenFields, secrets.length + 2);
    }));

  it('leaves out a file that would be too long to be read', () =>
    withFiles(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Long', policies: [3], note: 'ü'.repeat(2 * 1024 * 1024) });
      const { paths, tooLong } = await exported(session, {});
      assert.deepEqual([paths, tooLong.map(({ id }) => id)], [['device-automation.json'], [1]]);
    }));
});
