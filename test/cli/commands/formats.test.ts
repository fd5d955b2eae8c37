import assert from 'node:assert/strict';
import { formatIn } from '../../../src/cli/terminal/outputFormat.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { type Shell, withShell } from '../support/shell.ts';

function seeded(use: (shell: Shell) => Promise<void>) {
  return withShell(async shell => {
    shell.addGroup({ name: 'Lab', dn: 'CN=Lab' });
    shell.addJob({ name: 'Nightly', groups: [1] }, 'running');
    shell.addJob({ name: 'Weekly: no', enabled: false }, 'finished');
    await use(shell);
  });
}

describe('the output format', () => {
  it('is read before the other options, so that errors in them are printed in it', () => {
    for (const args of [['-o', 'json'], ['-ojson'], ['-o=json'], ['--output=json'], ['--output', 'json']])
      assert.equal(formatIn(['list', ...args]), 'json', args.join(' '));
    for (const args of [[], ['-o'], ['--out', 'json'], ['-o', 'xml']]) assert.equal(formatIn(args), 'table');
  });

  it('must be one that the command has', () =>
    seeded(async ({ run }) => {
      const message = '--output of “get” must be one of: table, json.';
      assert.equal((await run('get job 1 -o wide')).stderr.split('\n')[0], message);
    }));

  it('adds columns, or prints only what other commands accept', () =>
    seeded(async ({ run }) => {
      assert.equal(
        (await run('list -o csv')).stdout,
        'ID,Name,Status,Enabled,Groups,Devices,Policies,Schedule\n' +
          '1,Nightly,running,yes,Lab,0,9,No schedule\n2,Weekly: no,finished,no,,0,9,No schedule\n',
      );
      assert.equal((await run('list -o name')).stdout, 'job/1\njob/2\n');
      assert.equal((await run('list groups -o name')).stdout, 'group/CN=Lab\n');
      assert.equal((await run('get group/CN=Lab -o json')).code, 0);
    }));
});

describe('--watch', () => {
  /** Runs a command until it has printed `last`; `during` is called after its first output. */
  async function watch({ run, server }: Shell, args: string, during: () => void, last: RegExp) {
    const clock = createManualClock(0);
    const controller = new AbortController();
    let printed = '';
    const onOutput = (text: string) => {
      const isFirst = printed === '';
      printed += text;
      if (isFirst) during();
      if (last.test(printed)) controller.abort();
    };
    let isOver = false;
    const watching = run(args, { clock, signal: controller.signal, onOutput }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(resolve => setImmediate(resolve));
      clock.advance(50);
    }
    assert.ok(server);
    return watching;
  }

  it('prints each change of a status until it is interrupted', () =>
    seeded(async shell => {
      const job = shell.server.world.jobs.get(1);
      assert.ok(job);
      const during = () => shell.server.runner.set(job, 'finished');
      const { code, stdout } = await watch(shell, 'status --watch', during, /\n\d\d:\d\d:\d\d /);
      assert.equal(code, 130);
      assert.match(stdout, /\n\d\d:\d\d:\d\d +1 +Nightly +\S+\n$/);
    }));

  it('prints each change of a list, and what is no longer in it', () =>
    seeded(async shell => {
      const during = () => {
        shell.addJob({ name: 'Yearly' });
        shell.server.world.jobs.remove(2);
      };
      const { stdout, stderr } = await watch(shell, 'list -w', during, /Yearly/);
      assert.match(stdout, /^ID.*\n1.*\n2.*\n3 +Yearly .*\n$/);
      assert.match(stderr, /^No longer listed: Weekly: no\.\n/);
    }));
});
