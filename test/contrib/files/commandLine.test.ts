import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Shell, type ShellOptions, withShell } from '../../cli/support/shell.ts';

interface FilesShell extends Omit<Shell, 'run'> {
  /** Runs a command on the folder `plant` of the server “Plant”. */
  run(command: string, ...more: readonly string[]): ReturnType<Shell['run']>;
  typed(text: string, command: string, ...more: readonly string[]): ReturnType<Shell['run']>;
  readonly files: string;
  write(path: string, value: unknown): Promise<void>;
  read(path: string): Promise<Record<string, unknown>>;
}

/** A server with two jobs and a group. */
function withFiles(use: (shell: FilesShell) => Promise<void>, options?: ShellOptions) {
  return withShell(async shell => {
    shell.addGroup({ name: 'Lab', dn: 'CN=Lab' });
    shell.addJob({ name: 'Nightly', groups: [1] });
    shell.addJob({ name: 'Weekly' });
    const files = join(shell.folder, 'plant');
    const args = (command: string, more: readonly string[]) => [
      command,
      files,
      '--server-name=Plant',
      ...more,
    ];
    await use({
      ...shell,
      files,
      run: (command, ...more) => shell.run(args(command, more)),
      typed: (typed, command, ...more) => shell.run(args(command, more), { typed }),
      write: (path, value) => writeFile(join(files, path), JSON.stringify(value)),
      read: async path => JSON.parse(await readFile(join(files, path), 'utf8')),
    });
  }, options);
}

/** Exports everything, and then edits the file of the weekly job to run on start. */
async function changeWeekly({ run, read, write }: FilesShell): Promise<void> {
  await run('export');
  await write('jobs/weekly.job.jsonc', { ...(await read('jobs/weekly.job.jsonc')), run_on_start: true });
}

const nothingToDo =
  'To create: 0, to change: 0, to rename: 0, to delete: 0. Up to date: 3, cannot be applied: 0, only on the server: 0.\n';
const oneChange = `~ job Weekly (jobs/weekly.job.jsonc)
    Run when a device is switched on: false → true

To create: 0, to change: 1, to rename: 0, to delete: 0. Up to date: 2, cannot be applied: 0, only on the server: 0.
`;

describe('device-automation export', () => {
  it('writes new and changed objects, and counts the others', () =>
    withFiles(async ({ run, server, files, read }) => {
      assert.deepEqual(await run('export'), {
        code: 0,
        stdout:
          '+  device-automation.json\n+  groups/lab.group.jsonc\n+  jobs/nightly.job.jsonc\n+  jobs/weekly.job.jsonc\n',
        stderr: '4 files written, 0 unchanged.\n',
      });
      assert.deepEqual((await read('jobs/nightly.job.jsonc'))['groups'], ['CN=Lab']);
      Object.assign(server.world.jobs.get(2) ?? {}, { run_on_start: true });
      assert.deepEqual(await run('export'), {
        code: 0,
        stdout: '~  jobs/weekly.job.jsonc\n',
        stderr: '1 file written, 2 unchanged.\n',
      });
      assert.deepEqual((await readdir(files)).sort(), ['device-automation.json', 'groups', 'jobs']);
    }));

  it('leaves files without an object unchanged, and lists them', () =>
    withFiles(async ({ run, write }) => {
      await run('export');
      await write('jobs/gone.job.jsonc', { name: 'Gone', policies: [1] });
      assert.equal(
        (await run('export')).stderr,
        '1 file stays although the server has no such object: “jobs/gone.job.jsonc”. Applying the files would create it.\n0 files written, 3 unchanged.\n',
      );
    }));

  it('writes all but indistinguishable objects, lists these, and says so by its exit code', () =>
    withFiles(
      async ({ run, read, addGroup }) => {
        addGroup({ name: 'Twin' });
        addGroup({ name: 'Twin' });
        const { code, stderr } = await run('export');
        assert.equal(code, 5);
        assert.equal((await read('jobs/nightly.job.jsonc'))['name'], 'Nightly');
        assert.equal((await run('export', '--dry-run')).code, 5, 'nothing else is left to write');
        assert.match(stderr, /Left out, because they cannot be told apart: “Twin” and “Twin”\./);
      },
      { sentGroup: ({ name, dn, server_set }) => ({ name, dn, server_set }) },
    ));
});

describe('device-automation plan', () => {
  it('prints what would change, with an exit code that reports whether something would', () =>
    withFiles(async shell => {
      await shell.run('export');
      assert.deepEqual(await shell.run('plan'), { code: 0, stdout: nothingToDo, stderr: '' });
      await changeWeekly(shell);
      const { stderr, ...rest } = await shell.run('plan');
      assert.deepEqual(rest, { code: 2, stdout: oneChange });
      assert.match(stderr, /^Plan with the digest [0-9a-f]{16}\.\n$/);
    }));

  it('fails if a file cannot be applied', () =>
    withFiles(async ({ run, write }) => {
      await run('export');
      await write('jobs/weekly.job.jsonc', { name: 'Weekly', groups: ['No such group'] });
      const cannot = await run('plan');
      assert.deepEqual([cannot.code, cannot.stderr], [1, '']);
      assert.match(cannot.stdout, /^! job Weekly \(jobs\/weekly\.job\.jsonc\)$/m);
    }));
});

describe('device-automation apply', () => {
  it('asks in a terminal, and changes nothing without confirmation', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      const question = `Apply 1 change to “Plant” (${shell.server.url})? [y/N]\n`;
      const refused = await shell.typed('n\n', 'apply');
      assert.equal(refused.code, 1);
      assert.ok(refused.stderr.endsWith(`${question}Nothing was changed on the server.\n`), refused.stderr);
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, false);
      const confirmed = await shell.typed('y\n', 'apply');
      assert.equal(confirmed.code, 0);
      assert.match(confirmed.stderr, /Applying: 1 of 1/);
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, true);
    }));

  it('deletes no jobs because their folder is missing', () =>
    withFiles(async shell => {
      await shell.run('export');
      const manifest = await shell.read('device-automation.json');
      await shell.write('device-automation.json', { ...manifest, prune: true, jobs: { folder: 'job' } });
      const { code, stderr } = await shell.run('apply', '--allow-delete', '--yes');
      assert.deepEqual([code, stderr], [1, 'Nothing was applied, because some files cannot be read.\n']);
      assert.equal(shell.server.world.jobs.size, 2);
    }));

  it('deletes many objects only if their number is allowed', () =>
    withFiles(async shell => {
      const { jobs } = shell.server.world;
      const [first] = jobs.all();
      assert.ok(first);
      await shell.run('export');
      for (let number = 0; number < 11; number++)
        jobs.add({ ...first, id: jobs.nextId(), name: `New ${number}` });
      const manifest = await shell.read('device-automation.json');
      await shell.write('device-automation.json', { ...manifest, prune: true });
      const { code, stderr } = await shell.run('apply', '--allow-delete');
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^Nothing was applied: 11 of \d+ objects would be deleted\. Pass --max-deletes 11 /,
      );
      assert.equal((await shell.run('apply', '--allow-delete', '--max-deletes', '10')).code, 1);
      assert.equal(jobs.size, 13);
      assert.equal((await shell.run('apply', '--allow-delete', '--max-deletes', '11', '-y')).code, 0);
      assert.equal(jobs.size, 2);
    }));

  it('sends nothing that --read-only forbids', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      const { code, stderr } = await shell.run('apply', '--read-only');
      assert.deepEqual([code, stderr], [1, 'Nothing was sent because of --read-only.\n']);
    }));

  it('prints what failed, and fails', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      shell.server.tokens.set(shell.server.token, 'read');
      const { code, stdout, stderr } = await shell.run('apply');
      assert.deepEqual([code, stderr], [1, '']);
      assert.match(stdout, /\nfailed {2}job Weekly \(jobs\/weekly\.job\.jsonc\) {2}\S.*HTTP 403/s);
      shell.server.tokens.set(shell.server.token, 'full');
      assert.equal((await shell.run('apply')).code, 0);
    }));

  it('reports what the server stored differently', () =>
    withFiles(
      async shell => {
        await shell.run('export');
        for (const name of ['nightly', 'weekly']) {
          const path = `jobs/${name}.job.jsonc`;
          await shell.write(path, {
            ...(await shell.read(path)),
            run_on_start: true,
            params: 'RRULE:FREQ=DAILY',
          });
        }
        const { code, stdout, stderr } = await shell.run('apply', '--yes');
        assert.equal(code, 0);
        assert.match(stdout, /\ndone {2}job Nightly .*\ndone {2}job Weekly .*\n\n0 created, 2 changed,.*\n$/);
        assert.equal(stderr, 'The server stored “Weekly” differently from what was sent: run_on_start.\n');
      },
      { storedJob: fields => (fields.name === 'Weekly' ? { ...fields, run_on_start: false } : fields) },
    ));
});

describe('device-automation validate', () => {
  it('checks files without a server', () =>
    withShell(async ({ run, addJob, folder }) => {
      addJob({ name: 'Nightly' });
      addJob({ name: 'Weekly: no' });
      const files = join(folder, 'plant');
      await run(['export', files]);
      assert.equal((await run(['validate', files])).code, 0);
      const path = 'jobs/nightly.job.jsonc';
      const text = await readFile(join(files, path), 'utf8');
      await writeFile(join(files, path), text.replace('"params": ""', '"params": "RRULE:FREQ=NEVER"'));
      const invalid = await run(['validate', files, '-ojson']);
      assert.equal(invalid.code, 1);
      assert.deepEqual(JSON.parse(invalid.stdout).problems[0].path, path);
      assert.deepEqual((await readdir(files)).length, 2);
    }));
});

describe('what may come next on a command line', () => {
  const offered: Readonly<Record<string, readonly string[]>> = {
    'validate -': ['--output', '-o', '--help', '-h'],
    'validate -o json -': ['--help', '-h'],
    'plan --out ': [':file'],
    'export ': [':folder'],
  };
  for (const [line, words] of Object.entries(offered)) {
    it(`after “${line}”`, () =>
      withShell(async ({ run }) => {
        const { stdout } = await run(['complete', '--', ...line.split(' ')]);
        const lines = stdout.split('\n').slice(0, -1);
        assert.deepEqual(lines.map(text => text.split('\t')[0]).sort(), [...words].sort());
      }));
  }
});
