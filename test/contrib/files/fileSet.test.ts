import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { diskFolder } from '../../../src/contrib/files/common/diskFolder.ts';
import { type FileSet, isComplete, readFileSet } from '../../../src/contrib/files/common/fileSet.ts';

const manifest = { version: 1, server: 'Plant' };
const job = { name: 'Backup', policies: [1] };

/** Reads a folder of these files. */
async function withFiles(
  files: Readonly<Record<string, unknown>>,
  use: (read: () => Promise<FileSet>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'device-automation-set-'));
  for (const name of ['jobs', 'groups']) mkdirSync(join(folder, name));
  for (const [path, value] of Object.entries({ 'device-automation.json': manifest, ...files }))
    writeFileSync(
      join(folder, path),
      typeof value === 'string' ? value : JSON.stringify(value, undefined, 2),
    );
  try {
    await use(() => readFileSet(diskFolder(folder), { localizer: englishLocalizer }), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const problemsOf = ({ problems }: FileSet) =>
  problems.map(({ path, line, column, text }) => `${path}:${line}:${column}: ${text}`);

describe('files of jobs and groups', () => {
  const wrong: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, readonly string[]]>> = {
    'a file that is not JSON': [
      { 'jobs/a.job.jsonc': '{\n  "name": "Backup"\n  "policies": [1]\n}' },
      ['jobs/a.job.jsonc:3:3: This is not valid JSON: a comma is missing.'],
    ],
    'a merge conflict': [
      {
        'jobs/a.job.jsonc':
          '{\n  "name": "Backup",\n<<<<<<< HEAD\n  "enabled": true\n=======\n  "enabled": false\n>>>>>>> main\n}',
      },
      ['jobs/a.job.jsonc:3:1: This is a merge conflict. Resolve it first.'],
    ],
    'a file that holds no object': [
      { 'jobs/a.job.jsonc': '[]' },
      ['jobs/a.job.jsonc:1:1: The file must contain one JSON object.'],
    ],
    'a field that occurs twice': [
      { 'jobs/a.job.jsonc': '{\n  "name": "Backup",\n  "enabled": true,\n  "enabled": false\n}' },
      ['jobs/a.job.jsonc:4:3: The field “enabled” occurs twice.'],
    ],
    'a value of the wrong kind': [
      { 'jobs/a.job.jsonc': { ...job, enabled: 'yes' } },
      ['jobs/a.job.jsonc:6:14: Expected true or false.'],
    ],
    'a name that is missing': [
      { 'groups/a.group.jsonc': '{\n}' },
      ['groups/a.group.jsonc:1:1: A group needs a name.'],
    ],
    'two files for one object': [
      { 'jobs/a.job.jsonc': job, 'jobs/b.job.jsonc': job },
      ['jobs/b.job.jsonc:2:11: jobs/a.job.jsonc describes the same object.'],
    ],
    'an unknown field of the manifest': [
      { 'device-automation.json': { ...manifest, sever: 'Plant' } },
      ['device-automation.json:4:3: There is no field “sever” here.'],
    ],
    'fields that the manifest does not have': [
      { 'device-automation.json': '\n{}' },
      [
        'device-automation.json:2:1: The field “version” is missing.',
        'device-automation.json:2:1: The field “server” is missing.',
      ],
    ],
    'a folder outside of that of the manifest': [
      { 'device-automation.json': { ...manifest, jobs: { folder: '../other' } } },
      ['device-automation.json:5:15: Expected the path of a folder below this one.'],
    ],
    'a list of name patterns that is too long': [
      { 'device-automation.json': { ...manifest, jobs: { include: Array(201).fill('A*') } } },
      ['device-automation.json:5:5: The list “jobs.include” can have at most 200 entries.'],
    ],
    'a name pattern that is too long': [
      { 'device-automation.json': { ...manifest, groups: { exclude: ['A', 'x'.repeat(201)] } } },
      ['device-automation.json:7:7: A text in “groups.exclude” can have at most 200 characters.'],
    ],
    'a name pattern that is no text': [
      { 'device-automation.json': { ...manifest, groups: { exclude: [5] } } },
      ['device-automation.json:6:7: Expected text.'],
    ],
    'a name for something that is no ID': [
      { 'device-automation.json': { ...manifest, labels: { Plant: { policies: { x: 'Update' } } } } },
      ['device-automation.json:7:14: Expected an ID as the name of the field.'],
    ],
    'a fingerprint that no export wrote': [
      { 'device-automation.json': { ...manifest, fingerprint: 'Plant' } },
      ['device-automation.json:4:18: Expected the 16 hexadecimal digits that an export writes.'],
    ],
    'a file of an object that the manifest leaves alone': [
      { 'device-automation.json': { ...manifest, jobs: { exclude: ['Back*'] } }, 'jobs/a.job.jsonc': job },
      ['jobs/a.job.jsonc:2:11: device-automation.json excludes “Backup”.'],
    ],
  };
  for (const [title, [files, expected]] of Object.entries(wrong)) {
    it(`name file, line and column of ${title}`, () =>
      withFiles(files, async read => {
        const set = await read();
        assert.deepEqual(problemsOf(set), expected);
        assert.equal(isComplete(set), false);
        assert.ok(set.problems.some(({ severity }) => severity === 'error'));
      }));
  }

  it('may share a name when their IDs, kinds or distinguished names differ', () =>
    withFiles(
      {
        'jobs/a.job.jsonc': { $key: 1, ...job },
        'jobs/b.job.jsonc': { $key: 2, ...job },
        'jobs/c.job.jsonc': job,
        'groups/a.group.jsonc': { name: 'Backup', dn: 'CN=A' },
        'groups/b.group.jsonc': { name: 'Backup', dn: 'CN=B' },
        'groups/c.group.jsonc': { name: 'Backup', dn: ' ' },
        'groups/d.group.jsonc': { name: 'Other', dn: '' },
        'jobs/d.job.jsonc': { ...job, name: 'Job with a DN', dn: 'CN=A' },
        'jobs/e.job.jsonc': { ...job, name: 'Another', dn: 'CN=A' },
      },
      async read => assert.deepEqual((await read()).problems, []),
    ));

  it('are missing from a folder without a manifest, which counts as new', () =>
    withFiles({}, async (read, folder) => {
      rmSync(join(folder, 'device-automation.json'));
      const set = await read();
      assert.deepEqual(
        [set.manifest, set.manifestText, set.files, set.isNew, isComplete(set)],
        [undefined, undefined, [], true, false],
      );
      assert.deepEqual(problemsOf(set), [
        'device-automation.json:1:1: The folder has no device-automation.json. Export jobs and groups to it first.',
      ]);
    }));

  it('are not read through symbolic links, of files or folders', () =>
    withFiles({ 'other.job.jsonc': job }, async (read, folder) => {
      symlinkSync(join(folder, 'other.job.jsonc'), join(folder, 'jobs/a.job.jsonc'));
      const text = 'This is a symbolic link; symbolic links are not followed.';
      assert.deepEqual(problemsOf(await read()), [`jobs/a.job.jsonc:1:1: ${text}`]);
      rmSync(join(folder, 'jobs'), { recursive: true });
      symlinkSync(folder, join(folder, 'jobs'));
      assert.deepEqual(problemsOf(await read()), [`jobs:1:1: ${text}`]);
    }));

  it('are not read when they are folders or pipes', () =>
    withFiles({}, async (read, folder) => {
      mkdirSync(join(folder, 'jobs/a.job.jsonc'));
      assert.deepEqual(problemsOf(await read()), ['jobs/a.job.jsonc:1:1: This is not a file.']);
      rmSync(join(folder, 'device-automation.json'));
      if (platform === 'win32') mkdirSync(join(folder, 'device-automation.json'));
      else execFileSync('mkfifo', [join(folder, 'device-automation.json')]);
      const set = await read();
      assert.deepEqual(problemsOf(set), ['device-automation.json:1:1: This is not a file.']);
      assert.equal(set.isNew, false);
    }));

  it('are read as a whole, and left out when they are too long for a job', () =>
    withFiles({ 'jobs/a.job.jsonc': { ...job, note: 'x'.repeat(64 * 1024) } }, async (read, folder) => {
      assert.equal((await read()).files[0]?.draft['note'], 'x'.repeat(64 * 1024));
      truncateSync(join(folder, 'jobs/a.job.jsonc'), 4 * 1024 ** 3);
      assert.deepEqual(problemsOf(await read()), [
        'jobs/a.job.jsonc:1:1: The file is larger than 4 MiB, so it is not read.',
      ]);
    }));

  it('are named and left out when they are nested too deeply, or long and not plain JSON', () =>
    withFiles({}, async (read, folder) => {
      const nested = (levels: number) => `{"name":"a","note":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      const write = (text: string) => writeFileSync(join(folder, 'jobs/a.job.jsonc'), text);
      for (const levels of [101, 100_000]) {
        write(nested(levels));
        assert.deepEqual(problemsOf(await read()), [
          'jobs/a.job.jsonc:1:1: The file is nested in more than 100 levels, so it is not read.',
        ]);
      }
      write(nested(100));
      assert.ok(problemsOf(await read()).every(text => !text.includes('levels')));
      write(`// a comment\n{"name":"a","note":"${'[{'.repeat(300 * 1024)}"}`);
      assert.match(problemsOf(await read()).join(), /^jobs\/a\.job\.jsonc:1:1: .* not plain JSON/);
    }));

  it('are reported when a folder cannot be read', () =>
    withFiles({}, async (read, folder) => {
      rmSync(join(folder, 'jobs'), { recursive: true });
      writeFileSync(join(folder, 'jobs'), '');
      assert.deepEqual(problemsOf(await read()), ['jobs:1:1: Part of this path is a file, not a folder.']);
      const within = await readFileSet(diskFolder(join(folder, 'jobs')), { localizer: englishLocalizer });
      assert.deepEqual(problemsOf(within), [
        'device-automation.json:1:1: Part of this path is a file, not a folder.',
      ]);
    }));
});
