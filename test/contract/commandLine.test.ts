import assert from 'node:assert/strict';
import * as z from 'zod';
import type { DemoProcess } from '../support/demoProcess.ts';
import { describeForManners } from '../support/http/manners.ts';
import {
  controlsIn,
  environmentOf,
  runCli,
  runHere,
  startCli,
  startDemoProgram,
} from './support/programs.ts';

const JobsSchema = z.object({ jobs: z.array(z.looseObject({ id: z.int(), name: z.string() })) });
const GroupsSchema = z.object({
  groups: z.array(z.object({ id: z.optional(z.int()), server_set: z.array(z.string()) })),
});
const TargetsSchema = z.array(
  z.object({ id: z.int(), peers: z.array(z.string()), groups: z.array(z.int()) }),
);
const StatusesSchema = z.object({
  jobs: z.array(z.object({ id: z.int(), name: z.string(), status: z.string(), kind: z.string() })),
});
const StopSchema = z.object({ jobs: z.array(z.object({ id: z.int(), result: z.string() })) });

describeForManners('the command line', manner => {
  let server: DemoProcess;
  const run = (...args: readonly string[]) => runHere(args, environmentOf(server));
  const jobs = async (...args: readonly string[]) =>
    JobsSchema.parse(JSON.parse((await run('list', ...args, '-ojson')).stdout)).jobs;

  before(async () => {
    server = await startDemoProgram(
      '--manner',
      manner,
      '--jobs',
      '70',
      '--page-size',
      '20',
      '--awkward',
      '--group-ids',
    );
  });
  after(() => server.end());

  it('lists all jobs of all pages, as a table and as JSON', async () => {
    const listed = await jobs();
    assert.equal(listed.length, 82);
    assert.deepEqual(Object.keys(listed[0] ?? {}).slice(0, 3), ['id', 'name', 'params']);
    const { code, stdout, stderr } = await runCli(['list'], { environment: environmentOf(server) });
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual([code, stderr, lines.length], [0, '', listed.length + 1]);
    assert.match(lines[0] ?? '', /^ID +Name +Status +Enabled +Groups +Schedule$/);
  });

  for (const zone of ['MSK-3', ':foo', 'Europe/Moskow', ''])
    it(`prints times where TZ is “${zone}”, and says once if no zone has that name`, async () => {
      const environment = { ...environmentOf(server), TZ: zone };
      for (const args of [
        ['list', '--filter', '@week'],
        ['lint', '--minimum-severity', 'error'],
      ]) {
        const { code, stdout, stderr } = await runCli(args, { environment });
        assert.deepEqual([code, stdout !== ''], [args[0] === 'list' ? 0 : 2, true]);
        const notes = stderr.split('\n').filter(line => line.includes(`“${zone}”, is unknown`));
        assert.equal(notes.length, zone === '' ? 0 : 1);
      }
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

  it('lists the jobs that reach a device directly or through a group', async () => {
    const { groups } = GroupsSchema.parse(JSON.parse((await run('list', 'groups', '-ojson')).stdout));
    const [host] = groups.flatMap(({ server_set: names }) => names);
    assert.ok(host !== undefined);
    const withHost = new Set(groups.flatMap(group => (group.server_set.includes(host) ? [group.id] : [])));
    const reaches = ({ peers, groups: ids }: { readonly peers: string[]; readonly groups: number[] }) =>
      peers.includes(host) || ids.some(id => withHost.has(id));
    const all = TargetsSchema.parse(await jobs());
    const found = await jobs('--filter', `device ${host.toLowerCase()}`);
    assert.deepEqual(
      found.map(({ id }) => id),
      all.filter(reaches).map(({ id }) => id),
    );
    assert.ok(found.length > 0);
    const { code, stderr } = await run('list', '--filter', '@offlin');
    assert.deepEqual([code === 0, stderr.includes('Did you mean @offline?')], [false, true]);
  });

  it('prints names from the server only as text', async () => {
    const all = await jobs();
    for (const args of [['list'], ['list', '-ojson'], ['list', 'groups'], ['status']]) {
      const { stdout } = await run(...args);
      assert.deepEqual(controlsIn(stdout), [], args.join(' '));
    }
    assert.ok(
      all.some(({ name }) => controlsIn(name).length > 0),
      'the demo has such names',
    );
  });

  it('stops executing jobs, and reports that other jobs were not affected', async () => {
    const { jobs: rows } = StatusesSchema.parse(JSON.parse((await run('status', '-ojson')).stdout));
    const running = rows.find(({ kind }) => kind === 'running');
    const resting = rows.find(({ kind }) => kind === 'succeeded');
    assert.ok(running !== undefined && resting !== undefined);
    const { code, stdout } = await run('stop', String(running.id), String(resting.id), '--yes', '-ojson');
    assert.equal(code, 0);
    assert.deepEqual(StopSchema.parse(JSON.parse(stdout)).jobs, [
      { id: running.id, result: 'stopped' },
      { id: resting.id, result: 'notExecuting' },
    ]);
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
});
