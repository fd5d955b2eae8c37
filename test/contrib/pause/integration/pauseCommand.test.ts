import assert from 'node:assert/strict';
import { describeForManners } from '../../../support/http/manners.ts';
import { commandsOn } from '../../changeJobs/support/commandsOn.ts';

describeForManners('the commands pause and resume', manner => {
  const { run, jobs, repeating } = commandsOn(manner);

  it('pause for a time and take it back, so that every schedule is as it was', async () => {
    const chosen = (await repeating()).slice(0, 4);
    assert.ok(chosen.length > 1);
    const ids = chosen.map(({ id }) => String(id));
    const planned = await run('pause', ...ids, '--duration', '30d', '--reason', 'stocktaking', '--dry-run');
    assert.equal(planned.code, 2, planned.stderr);
    assert.match(planned.stdout, /Leaves out \d+ runs?\..*Last run before: /);
    assert.deepEqual(
      (await jobs()).map(({ params }) => params),
      (await jobs()).map(({ params }) => params),
    );
    const unconfirmed = await run('pause', ...ids, '--duration', '30d');
    assert.equal(unconfirmed.code, 4);
    const paused = await run('pause', ...ids, '--duration', '30d', '--reason', 'stocktaking', '--yes');
    assert.equal(paused.code, 0, paused.stderr + paused.stdout);
    const during = new Map((await jobs()).map(job => [job.id, job.params]));
    for (const { id, params } of chosen) assert.notEqual(during.get(id), params);
    const { stdout: found } = await run('list', '-l', '@paused', '-oname');
    assert.deepEqual(found.trim().split('\n').toSorted(), ids.map(id => `job/${id}`).toSorted());
    const { stdout: findings } = await run('lint', '-ojson');
    assert.match(findings, /Paused until .*: stocktaking/);
    const resumed = await run('resume', '--filter', '@paused', '--yes');
    assert.equal(resumed.code, 0, resumed.stderr + resumed.stdout);
    const after = new Map((await jobs()).map(job => [job.id, job.params]));
    assert.deepEqual(
      chosen.map(({ id }) => after.get(id)),
      chosen.map(({ params }) => params),
    );
    const again = await run('resume', ...ids, '--yes');
    assert.deepEqual([again.code, /It is not paused\./.test(again.stdout)], [0, true]);
  });

  it('name what they cannot do, do the rest, and fail', async () => {
    const all = await jobs();
    const onStart = all.find(job => job.enabled && job.run_on_start);
    assert.ok(onStart !== undefined);
    const blocked = await run('pause', String(onStart.id), '--duration', '2d', '--yes');
    assert.equal(blocked.code, 1);
    assert.match(blocked.stdout, /^! .*\n.*switched on/m);
    const disabled = await run('pause', String(onStart.id), '--duration', '2d', '--disable-others', '--yes');
    assert.equal(disabled.code, 0, disabled.stderr + disabled.stdout);
    assert.equal((await jobs()).find(({ id }) => id === onStart.id)?.enabled, false);
    assert.equal((await run('resume', String(onStart.id), '--yes')).code, 0);
    assert.equal((await jobs()).find(({ id }) => id === onStart.id)?.enabled, true);
  });

  for (const [args, text] of [
    [['pause', '1'], /either --until or --duration/],
    [['pause', '1', '--until', 'soon'], /“until soon” is no time to come/],
    [['pause', '--duration', '2h'], /Pass the jobs/],
  ] as const)
    it(`refuse ${args.join(' ')}`, async () => {
      const { code, stderr } = await run(...args);
      assert.notEqual(code, 0);
      assert.match(stderr, text);
    });
});
