import assert from 'node:assert/strict';
import { describeForManners } from '../../../support/http/manners.ts';
import { commandsOn } from '../../changeJobs/support/commandsOn.ts';

describeForManners('the command spread', manner => {
  const { run, jobs, repeating } = commandsOn(manner);

  it('spread jobs in steps', async () => {
    const chosen = (await repeating()).slice(0, 3);
    const ids = chosen.map(({ id }) => String(id));
    const { code, stdout, stderr } = await run(
      'spread',
      ...ids,
      '--start',
      '02:00',
      '--step',
      '10m',
      '--yes',
    );
    assert.ok(code === 0 || code === 1, stderr);
    assert.match(stdout + stderr, /Meet others on a device: /);
    const moved = (await jobs()).filter(({ id, params }) =>
      chosen.some(job => job.id === id && job.params !== params),
    );
    assert.ok(moved.length > 0, stdout);
  });

  for (const [args, text] of [
    [['spread', '1', '--start', '02:00'], /--start and --step/],
    [['spread', '1', '--apart', 'far'], /“hours” or “durations”/],
  ] as const)
    it(`refuse ${args.join(' ')}`, async () => {
      const { code, stderr } = await run(...args);
      assert.notEqual(code, 0);
      assert.match(stderr, text);
    });
});
