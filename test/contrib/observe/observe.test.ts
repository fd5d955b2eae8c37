import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Shell, withShell } from '../../cli/support/shell.ts';
import { createManualClock, type ManualClock } from '../../support/manualClock.ts';

const dayMs = 86_400_000;
/** Noon of a day three months ago: the server's clock is slow, but not so much that its times would count as damage. */
const serverMs = (Math.floor(Date.now() / dayMs) - 90) * dayMs + dayMs / 2;

/** A shell whose server has three jobs, one of which is executing. */
function withJobs(use: (shell: Shell, clock: ManualClock) => Promise<void>): Promise<void> {
  const clock = createManualClock(serverMs);
  return withShell(
    async shell => {
      shell.addJob({ name: 'Nightly', params: 'DTSTART:20260101T030000Z\nRRULE:FREQ=DAILY' }, 'running');
      shell.addJob({ name: 'Weekly' }, 'finished');
      shell.addJob({ name: 'Monthly', enabled: false });
      await use(shell, clock);
    },
    { clock },
  );
}

const eventsIn = (stdout: string) =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => Object(JSON.parse(line)));

describe('device-automation observe', () => {
  it('looks once, stores what it sees, and reports the end of a run at the next look', () =>
    withJobs(async ({ run, folder, server, environment }, clock) => {
      const first = await run(['observe', '--once', '--server-name=Plant']);
      assert.equal(first.code, 0, first.stderr);
      assert.match(first.stderr, /^\S+Z The server has 3 jobs\.\n$/);
      const [started, ...others] = eventsIn(first.stdout);
      assert.deepEqual(
        [started.event, started.server, started.id, started.name],
        ['started', 'Plant', 1, 'Nightly'],
      );
      assert.deepEqual([Object.keys(started.start), others], [['by'], []]);
      const job = server.world.jobs.get(1);
      assert.ok(job);
      // The server's own clock counts, whatever the one of this computer says.
      clock.advance(60_000);
      server.runner.set(job, 'finished');
      const second = await run(['observe', '--once', '--server-name=Plant']);
      const [ended] = eventsIn(second.stdout);
      assert.deepEqual([ended.event, ended.status, ended.kind], ['ended', 'finished', 'succeeded']);
      assert.ok(ended.seconds.least >= 0 && !('most' in ended.seconds));
      assert.ok(
        ended.end.by.startsWith(new Date(serverMs + 60_000).toISOString().slice(0, 18)),
        ended.end.by,
      );
      clock.advance(60_000);
      assert.equal((await run(['observe', '--once'])).stdout, '');
      const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
        path.endsWith('.jsonl'),
      );
      assert.equal(stored.length, 3);
      for (const path of stored) {
        assert.equal(statSync(join(folder, path)).mode & 0o777, 0o600);
        assert.ok(
          !readFileSync(join(folder, path), 'utf8').includes(environment['DEVICE_AUTOMATION_TOKEN'] ?? ''),
        );
      }
    }));

  it('runs until it is interrupted, then ends with 0 and leaves no metrics behind', () =>
    withJobs(async ({ run, folder }) => {
      const file = join(folder, 'jobs.prom');
      const interruption = new AbortController();
      const running = run(['observe', '-ojson', `--metrics-textfile=${file}`, '--metrics=jobs'], {
        signal: interruption.signal,
      });
      while (!existsSync(file)) await new Promise(resolve => setImmediate(resolve));
      assert.match(readFileSync(file, 'utf8'), /^device_automation_up\{server="127\.0\.0\.1:\d+"\} [01]$/m);
      interruption.abort();
      const { code, stderr } = await running;
      assert.equal(code, 0);
      const messages = eventsIn(stderr).map(({ message }) => message);
      assert.deepEqual([messages.length >= 2, messages.at(-1)], [true, 'Stopped.']);
      assert.ok(!existsSync(file));
    }));

  it('keeps metrics of a single look, without counters', () =>
    withJobs(async ({ run, folder }) => {
      const file = join(folder, 'once.prom');
      assert.equal((await run(['observe', '--once', `--metrics-textfile=${file}`])).code, 0);
      const text = readFileSync(file, 'utf8');
      assert.match(text, /^device_automation_jobs_by_status\{server="[^"]+",status="running"\} 1$/m);
      assert.match(text, /^device_automation_store_up\{server="[^"]+"\} 1$/m);
      assert.match(
        text,
        /^device_automation_findings\{server="[^"]+",rule="no-target",severity="warning"\} 2$/m,
      );
      assert.doesNotMatch(text, /_total/);
      assert.deepEqual(
        readdirSync(folder).filter(name => name.includes('prom')),
        ['once.prom'],
      );
    }));

  it('writes no token that a name or an error contains', () =>
    withShell(async ({ run, addJob, folder, environment }) => {
      const file = join(folder, 'secret.prom');
      const token = environment['DEVICE_AUTOMATION_TOKEN'] ?? '';
      addJob({ name: `Nightly ${token}`, params: `DTSTART:${token}` }, 'running');
      const args = ['--metrics=jobs', `--metrics-textfile=${file}`, '--server-name=Plant'];
      const { code, stdout, stderr } = await run(['observe', '--once', ...args]);
      assert.equal(code, 0, stderr);
      const metrics = readFileSync(file, 'utf8');
      for (const text of [stdout, stderr, metrics]) assert.ok(!text.includes(token), text);
      assert.match(metrics, /job_name="Nightly •••"/);
      assert.match(stdout, /"name":"Nightly •••"/);
    }));

  it('names the file to which metrics cannot be written', () =>
    withShell(async ({ run, folder }) => {
      const file = join(folder, 'none', 'x.prom');
      const { code, stderr } = await run(['observe', '--once', `--metrics-textfile=${file}`]);
      assert.deepEqual(
        [code, stderr.split('\n')[0]],
        [1, `“${file}” was not found. Check the path, and whether its folder exists.`],
      );
    }));

  it('fails with 1 if it was to look once and the server rejects the token', () =>
    withJobs(async ({ run, folder }) => {
      const tokenFile = join(folder, 'token');
      writeFileSync(tokenFile, 'another-token-of-the-plant');
      const { code, stderr } = await run([
        'observe',
        '--once',
        `--token-file=${tokenFile}`,
        '--server-name=Plant',
      ]);
      assert.equal(code, 1);
      assert.match(stderr, /Could not read jobs on “Plant”\. The server rejected the token/);
    }));

  it('rejects settings that cannot work, before it connects', () =>
    withShell(async ({ run }) => {
      const folder = mkdtempSync(join(tmpdir(), 'da-observe-'));
      const wrong = {
        '--metrics=all': '--metrics must be one of: fleet, jobs.',
        '--metrics-listen=here': '--metrics-listen must be a port, or an address and a port.',
        '--time-zone=Moon': 'There is no time zone “Moon”.',
        [`--token-file=${join(folder, 'none')}`]: `“${join(folder, 'none')}” was not found. Check the path, and whether its folder exists.`,
        '--requests-per-minute=0': '--requests-per-minute must be a whole number from 1 to 6000.',
      };
      for (const [option, message] of Object.entries(wrong)) {
        const { code, stdout, stderr } = await run(['observe', '--once', option]);
        assert.deepEqual([code, stdout, stderr.split('\n')[0]], [1, '', message]);
      }
      rmSync(folder, { recursive: true });
    }));
});
