import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunJournal } from '../../../../src/journal/runJournal.ts';
import { newServerId } from '../../../../src/model/server.ts';
import { runCliHere } from '../../../support/runCli.ts';
import { type Shell, type ShellOptions, withShell } from '../support/shell.ts';

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

  it('writes nothing in a dry run', () =>
    withFiles(async ({ run, folder }) => {
      const { code, stdout, stderr } = await run('export', '--dry-run');
      assert.deepEqual([code, stdout.split('\n').length, stderr], [0, 5, '0 files written, 0 unchanged.\n']);
      assert.deepEqual((await readdir(folder)).includes('plant'), false);
    }));

  it('writes only the named objects', () =>
    withFiles(async ({ run }) => {
      const { stdout } = await run('export', '--job', '2', '--group', 'Lab');
      assert.equal(
        stdout,
        '+  device-automation.json\n+  groups/lab.group.jsonc\n+  jobs/weekly.job.jsonc\n',
      );
      assert.deepEqual(await run('export', '--job', 'Yard'), {
        code: 1,
        stdout: '',
        stderr: 'The server has no job named “Yard”.\n',
      });
      assert.match((await run('export', '--group=Lab')).stderr, /^0 files written, 1 unchanged/);
    }));

  it('prints the same as JSON', () =>
    withFiles(async ({ run, files }) => {
      const { code, stdout, stderr } = await run('export', '--json');
      assert.deepEqual([code, stderr], [0, '']);
      const paths = ['device-automation.json', 'groups/lab.group.jsonc', 'jobs/nightly.job.jsonc'];
      assert.deepEqual(JSON.parse(stdout), {
        folder: files,
        files: [...paths, 'jobs/weekly.job.jsonc'].map(path => ({ path, isNew: true })),
        written: 4,
        unchanged: 0,
        skipped: [],
        tooLong: [],
        hiddenFields: 0,
        withoutObject: [],
        problems: [],
      });
    }));

  it('leaves files without an object unchanged, and lists them', () =>
    withFiles(async ({ run, write }) => {
      await run('export');
      await write('jobs/gone.job.jsonc', { name: 'Gone', policies: [1] });
      assert.equal(
        (await run('export')).stderr,
        'jobs/gone.job.jsonc stays: the server has no such object, and applying the files would create it.\n0 files written, 3 unchanged.\n',
      );
    }));

  it('writes nothing to a folder of another server, or if a file cannot be read', () =>
    withFiles(async ({ run, files, write, read }) => {
      await run('export');
      await write('device-automation.json', { ...(await read('device-automation.json')), server: ' Plant ' });
      assert.equal((await run('export')).code, 0, 'spaces do not matter');
      await write('jobs/nightly.job.jsonc', []);
      await write('jobs/weekly.job.jsonc', []);
      const broken = await run('export');
      assert.equal(broken.stderr.split('\n').length, 4, 'one line for each problem');
      assert.deepEqual([broken.code, broken.stdout], [1, '']);
      assert.match(
        broken.stderr,
        /nightly\.job\.jsonc:1:1: error: .*\nNothing was exported, because some files cannot be read\.\n$/s,
      );
      const asJson = await run('export', '--json');
      assert.deepEqual(JSON.parse(asJson.stderr).error.kind, 'selection');
      await rm(join(files, 'jobs'), { recursive: true });
      await write('device-automation.json', { server: 'Hall', version: 1 });
      const other = await run('export');
      assert.deepEqual([other.code, other.stdout], [1, '']);
      assert.equal(
        other.stderr,
        'Nothing was exported: the folder belongs to “Hall”, not to “Plant”. If they are the same server, pass --server-name; otherwise choose another folder.\n',
      );
    }));

  it('lists indistinguishable objects, and fails', () =>
    withFiles(
      async ({ run, addGroup }) => {
        addGroup({ name: 'Twin' });
        addGroup({ name: 'Twin' });
        const { code, stderr } = await run('export');
        assert.equal(code, 1);
        assert.match(stderr, /“Twin” was not written: only its ID would identify it, and that is unknown\./);
        const { skipped } = JSON.parse((await run('export', '--json')).stdout);
        assert.deepEqual(skipped, Array(2).fill({ kind: 'group', name: 'Twin' }));
      },
      { sentGroup: ({ name, dn, server_set }) => ({ name, dn, server_set }) },
    ));

  it('lists files that cannot be written, and fails', () =>
    withFiles(async ({ run, files }) => {
      await mkdir(join(files, 'jobs/nightly.job.jsonc'), { recursive: true });
      const { code, stderr, stdout } = await run('export');
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `${join(files, 'jobs/nightly.job.jsonc')}:1:1: error: A file with this name already exists.\n3 files written, 0 unchanged.\n`,
      );
      assert.equal(
        stdout,
        '+  device-automation.json\n+  groups/lab.group.jsonc\n+  jobs/weekly.job.jsonc\n',
      );
    }));
});

describe('device-automation plan', () => {
  it('prints what would change, with an exit code that reports whether something would', () =>
    withFiles(async shell => {
      await shell.run('export');
      assert.deepEqual(await shell.run('plan'), { code: 0, stdout: nothingToDo, stderr: '' });
      await changeWeekly(shell);
      assert.deepEqual(await shell.run('plan'), { code: 2, stdout: oneChange, stderr: '' });
      const { code, stdout } = await shell.run('plan', '--json');
      const { server, ownServer, complete, counts, items } = JSON.parse(stdout);
      assert.deepEqual(
        [code, server.name, ownServer, complete, counts.change, items.length],
        [2, 'Plant', true, true, 1, 3],
      );
      assert.deepEqual(items[2], {
        action: 'change',
        kind: 'job',
        name: 'Weekly',
        id: 2,
        file: 'jobs/weekly.job.jsonc',
        changes: [{ field: 'run_on_start', before: false, after: true }],
        problems: [],
      });
    }));

  it('recognizes the server of the files by its address, whatever it is called', () =>
    withShell(async ({ run, folder, addJob }) => {
      addJob({ name: 'Weekly' });
      await run(['export', folder, '--server-name=Plant']);
      const planned = JSON.parse((await run(['plan', folder, '--json', '--server-name=Hall'])).stdout);
      assert.deepEqual([planned.server.name, planned.ownServer], ['Hall', true]);
      const manifest = join(folder, 'device-automation.json');
      const { fingerprint: _, ...rest } = JSON.parse(await readFile(manifest, 'utf8'));
      await writeFile(manifest, JSON.stringify({ ...rest, fingerprint: '0'.repeat(16) }));
      const other = await run(['plan', folder, '--json', '--server-name=Plant']);
      assert.equal(JSON.parse(other.stdout).ownServer, false);
    }));

  it('fails if files cannot be read or applied', () =>
    withFiles(async ({ run, write }) => {
      await run('export');
      await write('jobs/weekly.job.jsonc', { name: 'Weekly', groups: ['No such group'] });
      const cannot = await run('plan');
      assert.deepEqual([cannot.code, cannot.stderr], [1, '']);
      assert.match(cannot.stdout, /^! job Weekly \(jobs\/weekly\.job\.jsonc\)$/m);
      await write('jobs/weekly.job.jsonc', []);
      const { code, stdout, stderr } = await run('plan');
      assert.equal(code, 1);
      assert.match(stdout, /weekly\.job\.jsonc:1:1: error: /);
      assert.equal(
        stderr,
        'The plan is incomplete and cannot be applied, because some files cannot be read.\n',
      );
      assert.equal((await run('plan', '--json')).stderr, '');
    }));
});

describe('device-automation apply', () => {
  const applied = `${oneChange}\ndone  job Weekly (jobs/weekly.job.jsonc)\n`;

  it('sends the changes, and has nothing to do the second time', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      assert.deepEqual(await shell.run('apply'), { code: 0, stdout: applied, stderr: '' });
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, true);
      assert.deepEqual(await shell.run('apply'), { code: 0, stdout: nothingToDo, stderr: '' });
      const { stdout } = await shell.run('apply', '--json');
      assert.deepEqual(JSON.parse(stdout).results, []);
      assert.deepEqual(await readdir(join(shell.folder, '.local/state/device-automation/runs')), []);
    }));

  it('prints the same as JSON', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      const { code, stdout, stderr } = await shell.run('apply', '--json');
      const { plan, results } = JSON.parse(stdout);
      assert.deepEqual([code, stderr, plan.counts.change], [0, '', 1]);
      assert.deepEqual(results, [
        {
          action: 'change',
          kind: 'job',
          name: 'Weekly',
          id: 2,
          file: 'jobs/weekly.job.jsonc',
          outcome: 'done',
        },
      ]);
    }));

  it('asks in a terminal, and changes nothing without confirmation', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      const question = `Apply 1 change to “Plant” (${shell.server.url})? [y/N]\n`;
      const refused = await shell.typed('n\n', 'apply');
      assert.equal(refused.code, 1);
      assert.ok(refused.stderr.endsWith(`${question}Nothing was changed on the server.\n`), refused.stderr);
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, false);
      const asJson = await shell.typed('n\n', 'apply', '--json');
      assert.deepEqual([asJson.code, asJson.stderr.includes('[y/N]')], [1, true]);
      assert.deepEqual(JSON.parse(asJson.stdout).results, []);
      const confirmed = await shell.typed('y\n', 'apply');
      assert.equal(confirmed.code, 0);
      assert.match(confirmed.stderr, /Applying: 1 of 1/);
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, true);
    }));

  it('applies only the named files', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      assert.equal((await shell.run('apply', '--only', 'jobs/nightly.job.jsonc')).code, 0);
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, false);
      const missing = await shell.run('apply', '--only', 'jobs/none.job.jsonc');
      assert.deepEqual(
        [missing.code, missing.stderr],
        [1, 'The folder has no file “jobs/none.job.jsonc”.\n'],
      );
      await shell.run('apply', '--only', './jobs\\weekly.job.jsonc');
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, true);
    }));

  it('applies part of the changes only with --partial', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      await shell.write('jobs/nightly.job.jsonc', { name: 'Nightly', groups: ['No such group'] });
      const whole = await shell.run('apply');
      assert.equal(whole.code, 1);
      assert.equal(
        whole.stderr,
        'Nothing was applied: 1 change cannot be applied. Pass --partial to apply the others.\n',
      );
      const asJson = await shell.run('apply', '--json');
      assert.deepEqual(JSON.parse(asJson.stdout).results, []);
      assert.equal(JSON.parse(asJson.stderr).error.kind, 'selection');
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, false);
      assert.equal((await shell.run('apply', '--partial')).code, 1);
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, true);
      assert.deepEqual(
        (({ code, stderr }) => [code, stderr])(await shell.run('apply')),
        [1, ''],
        'nothing is left to send',
      );
    }));

  it('applies nothing if a file cannot be read', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      await shell.write('jobs/nightly.job.jsonc', []);
      const { code, stderr } = await shell.run('apply', '--only', 'jobs/unknown.job.jsonc');
      assert.deepEqual([code, stderr], [1, 'Nothing was applied, because some files cannot be read.\n']);
      assert.deepEqual(JSON.parse((await shell.run('apply', '--json')).stdout).results, []);
      assert.equal(shell.server.world.jobs.get(2)?.run_on_start, false);
    }));

  it('deletes only with --allow-delete', () =>
    withFiles(async shell => {
      await shell.run('export');
      const manifest = await shell.read('device-automation.json');
      await shell.write('device-automation.json', { ...manifest, prune: true });
      await rm(join(shell.files, 'jobs/weekly.job.jsonc'));
      const { code, stderr } = await shell.run('apply');
      assert.deepEqual(
        [code, stderr],
        [1, 'Nothing was applied: 1 object would be deleted. Pass --allow-delete to allow it.\n'],
      );
      const { plan, results } = JSON.parse((await shell.run('apply', '--json')).stdout);
      assert.deepEqual([plan.counts.delete, results], [1, []]);
      assert.equal(shell.server.world.jobs.size, 2);
      assert.equal((await shell.run('apply', '--allow-delete')).code, 0);
      assert.equal(shell.server.world.jobs.size, 1);
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
      assert.equal((await shell.run('apply', '--allow-delete', '--max-deletes', '11')).code, 0);
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
      const shown = await shell.typed('y\n', 'apply');
      assert.ok(!shown.stdout.includes('…'), 'the reason is not cut');
      shell.server.tokens.set(shell.server.token, 'full');
      assert.equal((await shell.run('apply')).code, 0);
    }));

  it('waits after Ctrl+C for sent requests, and reports what was done', () =>
    withFiles(async shell => {
      await changeWeekly(shell);
      const controller = new AbortController();
      const { clock, world } = shell.server;
      const { now } = clock;
      const interrupting = () => {
        controller.abort();
        return now();
      };
      Object.assign(clock, { now: interrupting });
      const args = ['apply', shell.files, '--server-name=Plant'];
      const { code, stderr } = await runCliHere(args, shell.environment, { signal: controller.signal });
      Object.assign(clock, { now });
      assert.equal(code, 130);
      assert.equal(
        stderr,
        'Waiting for the response to the request that was sent. Press Ctrl+C again to quit at once.\nInterrupted. Applied: 1 of 1. Run the same command again to apply the rest.\n',
      );
      assert.equal(world.jobs.get(2)?.run_on_start, true);
    }));

  it('reports an interrupted apply of the folder to this server until there is nothing to do', () =>
    withFiles(async shell => {
      await shell.run('export');
      const state = join(shell.folder, 'state');
      const interrupt = async (folder: string, url = shell.server.url) => {
        const runs = join(state, 'runs');
        const journal = new RunJournal({
          folder: runs,
          onFailure: () => assert.fail('cannot be recorded'),
        });
        const items = ['One', 'Two', 'Three', 'Four'].map(name => ({ kind: 'job' as const, name }));
        const server = { id: newServerId(new URL(url).host, url, new Set()), name: 'Plant', url };
        const opened = await journal.begin({ act: 'applyFiles', server, items, folder });
        for (const index of [0, 1, 2]) await opened.sent(index);
        opened.settled(0, 'done');
        opened.settled(1, 'failed');
        opened.settled(2, 'unknown');
        await journal.release();
        await opened.end();
      };
      await interrupt(shell.files);
      await interrupt(join(shell.folder, 'hall'));
      await interrupt(shell.files, 'https://other.example');
      const apply = () => shell.run('apply', '--state-dir', state);
      assert.deepEqual(await apply(), {
        code: 0,
        stdout: nothingToDo,
        stderr:
          'Applying this folder was interrupted: 1 of 4 done, 1 failed, 1 unknown. The plan is based on the current state of the server.\n',
      });
      assert.equal((await apply()).stderr, '');
      assert.equal((await readdir(join(state, 'runs'))).length, 2);
      await interrupt(shell.files);
      const { stderr } = await shell.run('apply', '--state-dir', state, '--json');
      assert.equal(stderr, '');
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
        const { code, stdout, stderr } = await shell.run('apply');
        assert.equal(code, 0);
        assert.match(stdout, /\ndone {2}job Nightly .*\ndone {2}job Weekly .*\n$/);
        assert.equal(stderr, 'The server stored “Weekly” differently from what was sent: run_on_start.\n');
        const { results } = JSON.parse((await shell.run('apply', '--json')).stdout);
        assert.deepEqual([results.length, results[0].storedDifferently], [1, ['run_on_start']]);
      },
      { storedJob: fields => (fields.name === 'Weekly' ? { ...fields, run_on_start: false } : fields) },
    ));
});
