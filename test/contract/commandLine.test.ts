import assert from 'node:assert/strict';
import * as z from 'zod';
import type { DemoProcess } from '../support/demoProcess.ts';
import { describeForManners } from '../support/http/manners.ts';
import type { CliResult } from '../support/runCli.ts';
import {
  controlsIn,
  environmentOf,
  runCli,
  runHere,
  startCli,
  startDemoProgram,
} from './support/programs.ts';

const JobsSchema = z.object({ jobs: z.array(z.looseObject({ id: z.int(), name: z.string() })) });
const StatusesSchema = z.object({
  jobs: z.array(z.object({ id: z.int(), name: z.string(), status: z.string(), kind: z.string() })),
});
const StopSchema = z.object({ jobs: z.array(z.object({ id: z.int(), result: z.string() })) });
const CheckSchema = z.object({ ok: z.boolean(), sections: z.array(z.object({ title: z.string() })) });
const ErrorSchema = z.object({ error: z.object({ kind: z.string(), message: z.string() }) });

function errorOf({ stderr }: CliResult): z.infer<typeof ErrorSchema>['error'] {
  return ErrorSchema.parse(JSON.parse(stderr)).error;
}

describeForManners('the command line', manner => {
  let server: DemoProcess;
  const run = (...args: readonly string[]) => runHere(args, environmentOf(server));
  const jobs = async (...args: readonly string[]) =>
    JobsSchema.parse(JSON.parse((await run('list', ...args, '--json')).stdout)).jobs;

  before(async () => {
    server = await startDemoProgram('--manner', manner, '--jobs', '70', '--page-size', '20', '--awkward');
  });
  after(() => server.end());

  it('lists all jobs of all pages, as a table and as JSON', async () => {
    const listed = await jobs();
    assert.equal(listed.length, 82);
    assert.deepEqual(Object.keys(listed[0] ?? {}).slice(0, 3), ['id', 'name', 'params']);
    const { code, stdout, stderr } = await runCli(['list'], { environment: environmentOf(server) });
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual([code, stderr, lines.length], [0, '', listed.length + 1]);
    assert.match(lines[0] ?? '', /^ID +Name +Enabled +Schedule$/);
  });

  it('lists the jobs that match a filter, as in the view', async () => {
    const disabled = await jobs('--filter', '@disabled');
    const all = await jobs();
    assert.deepEqual(
      disabled,
      all.filter(job => job['enabled'] === false),
    );
    const [first] = all;
    assert.deepEqual(await jobs('--filter', `#${first?.id}`), [first]);
  });

  it('lists groups', async () => {
    const { code, stdout } = await run('list', 'groups');
    assert.equal(code, 0);
    assert.match(stdout, /^ID +Name +Distinguished name +Devices\n/);
  });

  it('prints names from the server only as text', async () => {
    const all = await jobs();
    for (const args of [['list'], ['list', '--json'], ['list', 'groups'], ['status']]) {
      const { stdout } = await run(...args);
      assert.deepEqual(controlsIn(stdout), [], args.join(' '));
    }
    assert.ok(
      all.some(({ name }) => controlsIn(name).length > 0),
      'the demo has such names',
    );
  });

  it('prints a job by its ID and by its name', async () => {
    const [first] = await jobs();
    const byId = await run('get', 'job', String(first?.id), '--json');
    const byName = await run('get', 'job', String(first?.name), '--json');
    assert.deepEqual(JSON.parse(byId.stdout), { jobs: [first] });
    assert.equal(byName.stdout, byId.stdout);
    const { stdout } = await run('get', 'job', String(first?.id));
    assert.match(stdout, new RegExp(`^ID +${first?.id}\nName +${first?.name}\n`));
  });

  it('prints a group by its DN', async () => {
    const { groups } = z
      .object({ groups: z.array(z.looseObject({ dn: z.string() })) })
      .parse(JSON.parse((await run('list', 'groups', '--json')).stdout));
    const group = groups.find(({ dn }) => dn !== '');
    const { stdout } = await run('get', 'group', group?.dn ?? '', '--json');
    assert.deepEqual(JSON.parse(stdout), { groups: [group] });
  });

  it('rejects a name that does not exist on the server, or exists twice', async () => {
    const missing = await run('get', 'job', 'no such job');
    assert.deepEqual(
      [missing.code, missing.stdout, missing.stderr],
      [1, '', 'The server has no job named “no such job”.\n'],
    );
    const twice = await run('get', 'group', 'Same name, two groups', '--json');
    assert.equal(twice.code, 1);
    assert.deepEqual(errorOf(twice), {
      kind: 'selection',
      message: 'Several groups are named “Same name, two groups”. Pass the DN of one.',
    });
    const gone = await run('status', '99999');
    assert.deepEqual([gone.code, gone.stderr], [1, 'The server has no job with the ID 99999.\n']);
  });

  it('prints statuses, with their meaning in JSON', async () => {
    const { code, stdout } = await run('status', '1', '2', '--json');
    assert.equal(code, 0);
    const { jobs: rows } = StatusesSchema.parse(JSON.parse(stdout));
    assert.deepEqual(
      rows.map(({ id }) => id),
      [1, 2],
    );
    assert.match((await run('status', '1')).stdout, /^ID +Name +Status\n1 /);
  });

  it('stops executing jobs, and reports that other jobs were not affected', async () => {
    const { jobs: rows } = StatusesSchema.parse(JSON.parse((await run('status', '--json')).stdout));
    const running = rows.find(({ kind }) => kind === 'running');
    const resting = rows.find(({ kind }) => kind === 'succeeded');
    assert.ok(running !== undefined && resting !== undefined);
    const { code, stdout } = await run('stop', String(running.id), String(resting.id), '--json');
    assert.equal(code, 0);
    assert.deepEqual(StopSchema.parse(JSON.parse(stdout)).jobs, [
      { id: running.id, result: 'stopped' },
      { id: resting.id, result: 'notExecuting' },
    ]);
  });

  it('sends no stop in read-only mode', async () => {
    const { code, stdout, stderr } = await run('stop', '1', '--read-only', '--no-wait');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /Nothing was sent because of --read-only\.\n$/);
  });

  it('reports the connection without the token', async () => {
    const { code, stdout } = await run('check');
    assert.equal(code, 0);
    assert.match(stdout, /✓ Job list/);
    assert.ok(!stdout.includes(server.token));
    const report = CheckSchema.parse(JSON.parse((await run('check', '--json')).stdout));
    assert.deepEqual([report.ok, report.sections.length], [true, 5]);
  });

  it('ends cleanly when interrupted, and reports what was done', async () => {
    const slow = await startDemoProgram(
      '--manner',
      manner,
      '--jobs',
      '1500',
      '--page-size',
      '500',
      '--latency',
      '100',
    );
    try {
      const args = ['status', '--verbose'];
      const { child, notes, result } = await startCli(args, { environment: environmentOf(slow) });
      await notes(10, /\/status\/: HTTP 200/);
      child.kill('SIGINT');
      const { code, stdout, stderr } = await result;
      assert.equal(code, 130);
      const rows = stdout.trimEnd().split('\n').length - 1;
      assert.ok(rows >= 10 && rows < 1500, String(rows));
      assert.match(stderr, new RegExp(`\\nInterrupted\\. Statuses read: ${rows} of 1500\\.\\n$`));
    } finally {
      await slow.end();
    }
  });

  it('uses the language of the locale', async () => {
    const environment = { ...environmentOf(server), LANG: 'ru_RU.UTF-8' };
    const { stderr } = await runCli(['get', 'job', 'нет такого'], { environment });
    assert.equal(stderr, 'На сервере нет задания «нет такого».\n');
    const english = await runHere(['get', 'job', 'x y'], { ...environment, LC_ALL: 'C' });
    assert.equal(english.stderr, 'The server has no job named “x y”.\n');
  });
});
