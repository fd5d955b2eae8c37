import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withProcessLock } from '../../../src/store/runs/processLock.ts';
import { type Shell, type ShellOptions, withShell } from '../../cli/support/shell.ts';

/** Three jobs and a group that one of them targets. */
function seeded(use: (shell: Shell) => Promise<void>, options?: ShellOptions) {
  return withShell(async shell => {
    shell.addGroup({ name: 'Lab', dn: 'CN=Lab' });
    shell.addGroup({ name: 'Hall', dn: 'CN=Hall' });
    shell.addJob({ name: 'Nightly', groups: [1] }, 'running');
    shell.addJob({ name: 'Weekly', enabled: false }, 'finished');
    shell.addJob({ name: 'Nightly copy' });
    await use(shell);
  }, options);
}

const enabledIn = ({ server }: Shell) => server.world.jobs.all().map(({ enabled }) => enabled);

describe('device-automation enable and disable', () => {
  it('print what changes and send only that', () =>
    seeded(async shell => {
      const { code, stdout } = await shell.run('disable 1 2');
      assert.equal(code, 0);
      assert.match(stdout, /^~ job Nightly\n {4}Enabled: true → false\n/);
      assert.match(
        stdout,
        /\ndone {2}job Nightly\n\n0 created, 1 changed, 0 deleted, 0 failed, 1 unchanged\.\n$/,
      );
      assert.deepEqual(enabledIn(shell), [false, false, true]);
      assert.equal((await shell.run('enable job/1 job/2 job/3 -y')).code, 0);
      assert.deepEqual(enabledIn(shell), [true, true, true]);
    }));

  it('choose jobs by the terms of the view, and never all of them by mistake', () =>
    seeded(async shell => {
      assert.match((await shell.run('disable')).stderr, /^Pass the jobs, by ID or name, or --filter\./);
      assert.match(
        (await shell.run(['disable', '1', '-l', 'x'])).stderr,
        /^Pass jobs or --filter, not both\./,
      );
      const none = await shell.run(['disable', '-l', 'yard']);
      assert.deepEqual([none.code, none.stderr], [0, 'No job of 3 matches “yard”.\n']);
      assert.equal((await shell.run(['disable', '-l', 'nightly @enabled', '--yes'])).code, 0);
      assert.deepEqual(enabledIn(shell), [false, false, false]);
    }));

  it('ask in a terminal, and require the name of a production server', () =>
    seeded(async shell => {
      assert.equal((await shell.run('disable 1', { typed: 'n\n' })).code, 1);
      assert.equal((await shell.run('disable 1 --production')).code, 4);
      assert.deepEqual(enabledIn(shell), [true, false, true]);
      const name = ['disable', '1', '--production', '--server-name=Plant'];
      assert.equal((await shell.run(name, { typed: 'Plant\n' })).code, 0);
      assert.deepEqual(enabledIn(shell), [false, false, true]);
    }));
});

describe('device-automation delete', () => {
  it('deletes jobs and groups, and names the jobs that target a group', () =>
    seeded(async ({ run, server }) => {
      const group = await run('delete group Lab');
      assert.deepEqual([group.code, group.stderr], [0, '1 job targets the group “Lab”: Nightly.\n']);
      assert.match(group.stdout, /^- group Lab\n/);
      assert.equal((await run(['delete', 'jobs', '-l', 'nightly', '--yes'])).code, 0);
      assert.deepEqual([server.world.groups.size, server.world.jobs.size], [1, 1]);
    }));

  it('requires the number of many deletions', () =>
    seeded(async ({ run, addJob, server }) => {
      for (let index = 0; index < 20; index++) addJob({ name: `Old ${index}` });
      const refused = await run(['delete', 'jobs', '-l', 'old']);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /20 of 23 objects would be deleted\. Pass --max-deletes 20/);
      assert.equal((await run(['delete', 'jobs', '-l', 'old', '--max-deletes', '20', '--yes'])).code, 0);
      assert.equal(server.world.jobs.size, 3);
    }));
});

describe('a plan of a command', () => {
  it('is printed by --dry-run, written by --out, and applied unless the server has changed since', () =>
    seeded(async ({ run, server, folder }) => {
      const planned = await run('disable 1 3 --dry-run');
      assert.equal(planned.code, 2);
      assert.match(planned.stdout, /^To create: 0, to change: 2,/m);
      const plan = join(folder, 'plan.json');
      const written = await run(['disable', '1', '3', '--out', plan]);
      assert.equal(written.code, 2);
      const digest = /digest ([0-9a-f]{16})\./.exec(written.stderr)?.[1] ?? '';
      assert.ok((await readFile(plan, 'utf8')).includes(digest));
      const job = server.world.jobs.get(3);
      assert.ok(job);
      job.policies = [5];
      const refused = await run(['apply', plan]);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stdout,
        /^changed in the meantime {2}job Nightly copy +Changed .*: Policies\. Plan/m,
      );
      assert.match(refused.stdout, /^not sent +job Nightly$/m);
      assert.ok(
        refused.stderr.startsWith(
          `Plan with the digest ${digest}.\nNothing was applied: 1 object has changed`,
        ),
      );
      assert.equal(server.world.jobs.get(1)?.enabled, true);
      job.policies = [9];
      assert.equal((await run(['apply', plan, '--dry-run'])).code, 2);
      assert.equal(server.world.jobs.get(1)?.enabled, true);
      assert.equal((await run(['apply', plan])).code, 0);
      assert.equal(server.world.jobs.get(1)?.enabled, false);
      assert.equal(job.enabled, false);
    }));

  it('is not written if no space is left', () =>
    seeded(async ({ run }) =>
      assert.match(
        (await run('disable 1 --out /dev/full')).stderr,
        /^The plan was not written\. No space is left/,
      ),
    ));

  it('is refused for another server, after an edit, and with options that choose part of it', () =>
    seeded(async ({ run, server, folder }) => {
      const plan = join(folder, 'plan.json');
      await run(['delete', 'job', '1', '--out', plan]);
      const text = await readFile(plan, 'utf8');
      const part = await run(['apply', plan, '--partial']);
      assert.match(
        part.stderr,
        /^A plan is applied as it was reviewed, so --partial cannot be used with it\./,
      );
      const allowed = await run(['apply', plan]);
      assert.match(allowed.stderr, /\nNothing was applied: 1 object would be deleted\. Pass --allow-delete/);
      const other = await run(['apply', plan, '--server-url', `${server.url}/other`, '--allow-delete']);
      assert.match(other.stderr, /^Nothing was applied: the plan was made for “127/);
      await writeFile(plan, text.replace('"id": 1', '"id": 2'));
      assert.match((await run(['apply', plan])).stderr, /^The plan was edited after it was written\./);
      await writeFile(plan, text.slice(0, -30));
      assert.match((await run(['apply', plan])).stderr, /^The file is no plan, or it is incomplete\./);
      assert.equal(server.world.jobs.size, 3);
    }));

  it('is not applied while its files are applied by another process', () =>
    seeded(async ({ run, folder, server }) => {
      const files = join(folder, 'plant');
      const plan = join(folder, 'plan.json');
      await run(['export', files]);
      await run(['plan', files, '--out', plan]);
      const locks = join(folder, '.local/state/device-automation/locks');
      const refused = await withProcessLock({ folder: locks, url: server.url, files }, () =>
        run(['apply', plan]),
      );
      assert.match(refused.stderr, /^These files are already being applied to this server,/);
      assert.equal((await run(['apply', plan])).code, 0);
    }));

  it('sends a job to a group whose ID the server does not return', () =>
    seeded(
      async ({ run, server, folder }) => {
        const files = join(folder, 'plant');
        const plan = join(folder, 'plan.json');
        await run(['export', files]);
        const path = join(files, 'jobs/weekly.job.jsonc');
        await writeFile(
          path,
          (await readFile(path, 'utf8')).replace('"groups": []', '"groups": ["CN=Hall"]'),
        );
        assert.equal((await run(['plan', files, '--out', plan])).code, 2);
        const applied = await run(['apply', plan]);
        assert.equal(applied.code, 0, applied.stdout);
        assert.deepEqual(server.world.jobs.get(2)?.groups, [2]);
      },
      { sentGroup: ({ name, dn, server_set }) => ({ name, dn, server_set }) },
    ));

  it('is a code block in Markdown, whatever the names on the server are', () =>
    seeded(async ({ run, addJob }) => {
      addJob({ name: '``` @all <b>![x](http://x.example)' });
      const { stdout } = await run('delete job 4 --dry-run --output markdown');
      assert.match(stdout, /^### Plan: 1 change\n\nDigest: `[0-9a-f]{16}`\n\n````diff\n- job ``` @all <b>/);
      assert.match(stdout, /\n````\n$/);
    }));
});

describe('a habit of another program', () => {
  const meant: Readonly<Record<string, string>> = {
    'delete 12': 'Pass “job” or “group”, and their names, as in “job 12”.',
    'apply --auto-approve': 'There is no option --auto-approve. Did you mean --yes?',
    'apply -f plan': 'There is no option -f. Did you mean FOLDER?',
    'apply -target=x': 'There is no option -target. Did you mean --only?',
    'plan -out=x': 'There is no option -out. Did you mean --out?',
    'plan -detailed-exitcode': 'There is no option -detailed-exitcode.',
  };
  for (const [args, message] of Object.entries(meant)) {
    it(`gets a hint: ${args}`, () =>
      seeded(async ({ run }) => {
        const { code, stderr } = await run(args);
        assert.deepEqual([code, stderr.split('\n')[0]], [1, message]);
      }));
  }
});
