import assert from 'node:assert/strict';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fingerprintOf } from '../../../src/api/model/serverFingerprint.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { History } from '../../../src/contrib/history/common/history.ts';
import { HistoryFiles } from '../../../src/contrib/history/common/historyFiles.ts';
import { type Shell, type ShellOptions, withoutSecondStatus, withShell } from '../../cli/support/shell.ts';

/** Three jobs and two groups. */
function seeded(use: (shell: Shell) => Promise<void>, options?: ShellOptions) {
  return withShell(async shell => {
    const device = shell.addDevice('PC-1');
    shell.addGroup({ name: 'Lab', dn: 'CN=Lab', server_set: [device] });
    shell.addGroup({ name: 'Hall', dn: 'CN=Hall' });
    const fields = { params: 'RRULE:FREQ=DAILY', groups: [1], peers: [device], policies: [9, 7] };
    shell.addJob({ name: 'Nightly', ...fields }, 'finished');
    shell.addJob({ name: 'Weekly', enabled: false }, 'running');
    shell.addJob({ name: ' ' });
    await use(shell);
  }, options);
}

const done = (stdout: readonly string[]) => ({ code: 0, stdout: `${stdout.join('\n')}\n`, stderr: '' });
const failed = (stderr: string) => ({ code: 1, stdout: '', stderr });
const clearLine = '\r\u001b[K';
const hint = 'Run “device-automation help” for usage.\n';

describe('device-automation list', () => {
  it('prints a row for each job, in the order of the server', () =>
    seeded(async ({ run }) => {
      const rows = [
        'ID  Name     Status     Enabled  Groups  Schedule',
        '1   Nightly  finished   yes      Lab     daily',
        '2   Weekly   running    no               No schedule',
        '3            never run  yes              No schedule',
      ];
      assert.deepEqual(await run('list'), done(rows));
      assert.deepEqual(await run('list jobs'), done(rows));
      const { stdout } = await run('list --no-status');
      assert.match(stdout, /^ID +Name +Enabled +Groups +Schedule\n/);
    }));

  it('prints an ID where the server gives no name of the group', () =>
    seeded(
      async ({ run, addJob }) => {
        addJob({ name: 'Yard', groups: [1, 99] });
        assert.match((await run('list')).stdout, /\n4 +Yard .* Lab, #99 +No schedule\n$/);
        const { jobs } = JSON.parse((await run('get job 4 -o json')).stdout);
        assert.deepEqual(
          [jobs[0].groups, jobs[0].groupNames],
          [
            [1, 99],
            ['Lab', ''],
          ],
        );
      },
      { sentGroup: ({ name, dn, server_set }) => ({ name, dn, server_set }) },
    ));

  it('reads the statuses of 150 jobs, and says of how many it does not know the status', () =>
    seeded(async ({ run, addJob }) => {
      for (let id = 4; id <= 160; id += 1) addJob({ name: `Job ${id}` });
      const note = 'Statuses read: 150 of 160. “device-automation status” reads all of them.\n';
      const { code, stdout, stderr } = await run('list');
      assert.deepEqual([code, stderr, stdout.match(/ unknown /g)?.length], [0, note, 10]);
      const { jobs, statuses } = JSON.parse((await run('list -o json')).stdout);
      assert.deepEqual(statuses, { read: 150, of: 160 });
      assert.deepEqual([jobs[1].status, jobs[1].kind], ['running', 'running']);
      assert.deepEqual([jobs[159].status, jobs[159].kind], [undefined, 'unknown']);
      const without = JSON.parse((await run('list --no-status -o json')).stdout);
      assert.deepEqual([without.statuses, 'kind' in without.jobs[1]], [undefined, false]);
    }));

  it('lists jobs whose statuses and names of groups cannot be read', () =>
    seeded(
      async ({ run }) => {
        const { code, stdout, stderr } = await run('list');
        assert.deepEqual([code, stdout.split('\n').length, stderr], [0, 5, 'Statuses read: 2 of 3.\n']);
        assert.match(stdout, /\n2 +Weekly +unknown +no /);
      },
      { routes: withoutSecondStatus },
    ));

  it('prints the jobs that match a filter by status or next run', () =>
    seeded(async ({ run, addJob }) => {
      const found = async (filter: string) =>
        JSON.parse((await run(['list', '--filter', filter, '-ojson'])).stdout).jobs.map(
          ({ id }: { id: number }) => id,
        );
      addJob({ name: 'Daily', params: 'DTSTART:20260101T030000Z\nRRULE:FREQ=DAILY' });
      assert.deepEqual(await found('@week'), [4]);
      assert.deepEqual(await found('@running'), [2]);
      assert.deepEqual(await found('@succeeded'), [1]);
    }));

  it('reads only the statuses of jobs that match the rest of a filter', () =>
    seeded(async ({ run }) => {
      const { stderr } = await run(['list', '--filter', 'nightly @succeeded', '--verbose']);
      const requested = [...stderr.matchAll(/job\/(\d+)\/status/g)].map(([, id]) => id);
      assert.deepEqual(requested, ['1']);
    }));

  it('says that jobs may be missing whose statuses cannot be read', () =>
    seeded(
      async ({ run }) => {
        const { code, stdout, stderr } = await run(['list', '--filter', '@running', '--output', 'name']);
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(stderr, /The status of 1 job cannot be read, so it may be missing\.\n/);
      },
      { routes: withoutSecondStatus },
    ));

  it('prints the jobs that match a filter by runs, which windows and services on this computer saw', () =>
    seeded(async ({ run, server, folder }) => {
      const history = new History({ extraWords: () => new Map() });
      const files = new HistoryFiles(history, {
        folder: join(folder, 'history', fingerprintOf(server.url)),
        clock: systemClock,
        limits: () => ({ days: 90, bytes: 1_000_000 }),
        onFailure: error => assert.fail(String(error)),
        onNewer: () => assert.fail(),
      });
      const nowMs = Date.now();
      for (const [word, agoMs] of [
        ['running', 120_000],
        ['failed', 60_000],
      ] as const)
        history.look(1, { word, earliestMs: nowMs - agoMs, latestMs: nowMs - agoMs });
      history.look(2, { word: 'running', earliestMs: nowMs, latestMs: nowMs });
      await history.load();
      await files.close();
      const found = async (filter: string) => {
        const { stdout, stderr } = await run([
          'list',
          '--filter',
          filter,
          '-o',
          'name',
          '--state-dir',
          folder,
        ]);
        assert.match(stderr.split('\n')[0] ?? '', /^0 of 3 jobs were watched since /);
        return stdout;
      };
      assert.equal(await found('@failed since yesterday'), 'job/1\n');
      assert.equal(await found('@succeeded since yesterday'), '');
    }));

  it('rejects a filter term that does not exist, before it connects', () =>
    seeded(async ({ run, server }) => {
      const message = 'There is no filter term @enabeld. Did you mean @enabled?';
      await server.close();
      assert.deepEqual(await run('list --filter @enabeld'), failed(`${message}\n${hint}`));
    }));

  it('reports on standard error that no job matches, and how many were searched', () =>
    seeded(async ({ run }) => {
      const { code, stdout, stderr } = await run('list --filter weekend');
      assert.deepEqual([code, stderr], [0, 'No job of 3 matches “weekend”.\n']);
      assert.match(stdout, /^ID +Name +Status +Enabled +Groups +Schedule\n$/);
    }));

  it('prints groups', () =>
    seeded(async ({ run }) => {
      const rows = [
        'ID  Name  Distinguished name  Devices',
        '1   Lab   CN=Lab              1',
        '2   Hall  CN=Hall             0',
      ];
      assert.deepEqual(await run('list groups'), done(rows));
    }));

  it('prints groups without an ID if the server sends none', () =>
    seeded(
      async ({ run }) => {
        assert.match((await run('get group Lab')).stdout, /^Name /);
        assert.match((await run('list groups')).stdout, /^ID {2}Name .*\n {4}Lab /);
      },
      { sentGroup: ({ name, dn, server_set }) => ({ name, dn, server_set }) },
    ));

  it('rejects unknown kinds of objects', () =>
    seeded(async ({ run }) => {
      assert.deepEqual(await run('list devices'), failed(`Pass “jobs” or “groups”.\n${hint}`));
      assert.deepEqual(await run('list groups --filter x'), failed(`--filter is for jobs only.\n${hint}`));
    }));

  it('skips, counts and names entries that cannot be read', () =>
    seeded(
      async ({ run }) => {
        const { code, stdout, stderr } = await run('list');
        assert.deepEqual([code, stdout.split('\n').length], [0, 4]);
        assert.match(stderr, /^1 entry in the list cannot be read and is skipped\.\n {2}Entry 2: .+\n$/);
      },
      { sentJob: (shape, { id }) => (id === 2 ? {} : shape) },
    ));

  it('shows progress in a terminal, and truncates what is too wide', () =>
    seeded(async ({ run, addJob }) => {
      addJob({ name: 'x'.repeat(100) });
      const { stdout, stderr } = await run('list', { typed: '' });
      assert.ok(stderr.includes(`${clearLine}Reading jobs: 4 of 4${clearLine}`));
      assert.ok(
        stripVTControlCharacters(stdout)
          .split('\n')
          .every(line => line.length <= 80),
      );
      assert.ok((await run('list --no-trunc', { typed: '' })).stdout.includes('x'.repeat(100)));
    }));
});

describe('device-automation get', () => {
  it('prints all fields of an object', () =>
    seeded(async ({ run }) => {
      const { code, stdout, stderr } = await run('get job 1');
      assert.deepEqual([code, stderr], [0, '']);
      const width = 'Run when a device is switched on'.length;
      const row = (label: string, value: string) => `${label.padEnd(width)}  ${value}`.trimEnd();
      assert.deepEqual(stdout.trimEnd().split('\n'), [
        row('ID', '1'),
        row('Status', 'finished'),
        row('Name', 'Nightly'),
        row('Schedule', 'RRULE:FREQ=DAILY'),
        row('Enabled', 'yes'),
        row('Run when a device is switched on', 'no'),
        row('Static groups', 'Lab'),
        row('Dynamic groups', ''),
        row('Devices', 'PC-1'),
        row('Policies', '9, 7'),
        row('Reports', ''),
        row('Report formats', ''),
        row('notify', 'no'),
        row('created_at', '2026-03-04T12:00:00.000Z'),
        row('retry', 'null'),
      ]);
    }));

  it('prints several objects separated by a line, each once', () =>
    seeded(async ({ run }) => {
      const { stdout } = await run('get group Lab CN=Hall Lab');
      assert.deepEqual(
        stdout.split('\n\n').map(part => /^Name +(\S+)$/m.exec(part)?.[1]),
        ['Lab', 'Hall'],
      );
    }));

  it('prints nested values as JSON, and long values in full', () =>
    seeded(
      async ({ run }) => {
        assert.match((await run('get job 1')).stdout, /^steps +\[\{"a":1\}\]$/m);
        assert.ok((await run('get job 1', { typed: '' })).stdout.includes('long text. '.repeat(3)));
      },
      {
        sentJob: shape => ({ ...shape, steps: [{ a: 1 }], note: 'long text. '.repeat(20) }),
      },
    ));

  it('reports missing arguments, and objects that do not exist on the server', () =>
    seeded(async ({ run }) => {
      const usage = failed(`Pass “job” or “group”, and their names, as in “job 12”.\n${hint}`);
      assert.deepEqual(await run('get device 1'), usage);
      assert.deepEqual(await run('get job Yard'), failed('The server has no job named “Yard”.\n'));
    }));
});

describe('device-automation status', () => {
  it('prints the statuses of all jobs, or of the named ones', () =>
    seeded(async ({ run }) => {
      assert.deepEqual(
        await run('status'),
        done([
          'ID  Name     Status',
          '1   Nightly  finished',
          '2   Weekly   running',
          '3   Job #3   never run',
        ]),
      );
      assert.deepEqual(
        await run('status Weekly 1'),
        done(['ID  Name     Status', '2   Weekly   running', '1   Nightly  finished']),
      );
    }));

  it('prints why a status cannot be read, and fails', () =>
    seeded(
      async ({ run }) => {
        const { code, stdout } = await run('status 1 2');
        assert.equal(code, 1);
        assert.match(
          stdout,
          /^ID {2}Name {5}Status\n1 {3}Nightly {2}finished\n2 {3}Weekly {3}Could not read job status on/,
        );
      },
      { routes: withoutSecondStatus },
    ));

  it('prints what was read so far when interrupted', () =>
    seeded(async ({ run, server }) => {
      const controller = new AbortController();
      const read = server.world.jobs.get.bind(server.world.jobs);
      server.world.jobs.get = id => {
        if (id === 2) controller.abort();
        return read(id);
      };
      const { code, stderr, stdout } = await run('status', { signal: controller.signal });
      assert.equal(code, 130);
      assert.match(stderr, /^Interrupted\. Statuses read: [01] of 3\.\n$/);
      assert.match(stdout, /^ID {2}Name/);
    }));
});
