import assert from 'node:assert/strict';
import { describeForManners } from '../../../support/http/manners.ts';
import { commandsOn } from '../../changeJobs/support/commandsOn.ts';

describeForManners('the command run-once', manner => {
  const { run, jobs, repeating } = commandsOn(manner);

  it('add one run, and copies where no run can be added', async () => {
    const [job] = await repeating();
    const disabled = (await jobs()).find(({ enabled }) => !enabled);
    assert.ok(job !== undefined && disabled !== undefined);
    const { code, stdout, stderr } = await run('run-once', String(job.id), '--at', 'in 2h', '--yes');
    assert.equal(code, 0, stderr + stdout);
    const after = (await jobs()).find(({ id }) => id === job.id);
    assert.equal(after?.params.match(/RDATE/g)?.length, 1 + (job.params.match(/RDATE/g)?.length ?? 0));
    assert.equal((await run('run-once', String(disabled.id), '--yes')).code, 1);
    const copied = await run('run-once', String(disabled.id), '--copy-others', '--yes');
    assert.equal(copied.code, 0, copied.stderr + copied.stdout);
    const copy = (await jobs()).find(({ name }) => name.startsWith(`${disabled.name} – once `));
    assert.equal(copy?.enabled, true);
  });

  for (const [args, text] of [[['run-once', '1', '--at', '2020-01-01 10:00'], /no time to come/]] as const)
    it(`refuse ${args.join(' ')}`, async () => {
      const { code, stderr } = await run(...args);
      assert.notEqual(code, 0);
      assert.match(stderr, text);
    });
});
