import assert from 'node:assert/strict';
import { createManualClock } from '../../support/manualClock.ts';
import { type Shell, withShell } from '../support/shell.ts';

function seeded(use: (shell: Shell) => Promise<void>) {
  return withShell(async shell => {
    shell.addGroup({ name: 'Lab', dn: 'CN=Lab' });
    shell.addGroup({ name: 'Hall', dn: 'CN=Hall' });
    shell.addJob({ name: 'Nightly', groups: [1] }, 'running');
    shell.addJob({ name: 'Weekly', enabled: false }, 'finished');
    shell.addJob({ name: 'Nightly copy' });
    await use(shell);
  });
}

describe('device-automation wait', () => {
  const wait = async (shell: Shell, args: string, during: () => void, advanceMs: number) => {
    const clock = createManualClock(0);
    let hasRead = false;
    const onOutput = (text: string) => {
      hasRead ||= text.includes('Waiting for the jobs');
    };
    // In a terminal, progress says when the first statuses were read.
    const waiting = shell.run(args, { clock, typed: '', onOutput });
    let isOver = false;
    void waiting.finally(() => {
      isOver = true;
    });
    let hasChanged = false;
    while (!isOver) {
      await new Promise(resolve => setImmediate(resolve));
      if (!hasRead || clock.pending === 0) continue;
      if (!hasChanged) during();
      hasChanged = true;
      clock.advance(advanceMs);
    }
    return waiting;
  };

  it('ends when the job has ended', () =>
    seeded(async shell => {
      const job = shell.server.world.jobs.get(1);
      assert.ok(job);
      const { code, stdout } = await wait(
        shell,
        'wait 1 2',
        () => shell.server.runner.set(job, 'finished'),
        100,
      );
      assert.equal(code, 0, stdout);
      assert.match(stdout, /^1 +Nightly +reached +/m);
    }));

  it('fails when a job that was executing ends otherwise, and not for an old result', () =>
    seeded(async shell => {
      const job = shell.server.world.jobs.get(1);
      assert.ok(job);
      const args = 'wait 1 --for succeeded';
      const { code, stdout } = await wait(shell, args, () => shell.server.runner.set(job, 'failed'), 100);
      assert.deepEqual([code, /ended otherwise/.test(stdout)], [1, true], stdout);
      const old = await wait(shell, `${args} --timeout 60`, () => undefined, 61_000);
      assert.deepEqual([old.code, /time limit reached/.test(old.stdout)], [3, true], old.stdout);
    }));

  it('reads statuses once with a limit of 0', () =>
    seeded(async ({ run }) => {
      const { code, stdout } = await run('wait 1 2 --timeout 0');
      assert.deepEqual(
        [code, /^1 .*time limit reached/m.test(stdout), /^2 .*reached/m.test(stdout)],
        [3, true, true],
      );
    }));

  it('has a limit for the whole command, reading the jobs included', () =>
    seeded(async shell => {
      const clock = createManualClock(0);
      let isOver = false;
      const waiting = shell.run('wait Nightly --timeout 1m', { clock }).finally(() => {
        isOver = true;
      });
      // The limit begins once the command has been loaded.
      while (!isOver) {
        await new Promise(resolve => setImmediate(resolve));
        clock.advance(60_000);
      }
      const { code, stderr } = await waiting;
      assert.deepEqual([code, stderr], [3, 'The time limit was reached before the jobs were read.\n']);
    }));

  it('reports a status that cannot be read, and a job that does not exist', () =>
    seeded(async ({ run }) => {
      assert.equal((await run('wait 99')).code, 1);
      assert.match((await run('wait 1 --for done')).stderr, /^--for must be one of: ended, queued, running,/);
    }));
});
