import assert from 'node:assert/strict';
import { join } from 'node:path';
import { withFiles } from './support/filesSetup.ts';

const { compareSnapshot, takeSnapshotOf } = await import('../../../../src/commands/files/compareSnapshot.ts');

describe('a snapshot of a server', () => {
  let home: string | undefined;

  beforeEach(() => {
    home = process.env['XDG_STATE_HOME'];
  });
  afterEach(() => {
    if (home === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = home;
  });

  it('is taken, and later shown as a plan of what has changed since', () =>
    withFiles(async ({ all, files, memoryServer, plans, user }) => {
      process.env['XDG_STATE_HOME'] = join(files, 'state');
      await compareSnapshot(all);
      assert.match(user.of('info')[0] ?? '', /^There is no snapshot of “Plant” yet\./);
      await takeSnapshotOf(all);
      assert.match(user.of('info')[1] ?? '', /^Snapshot of “Plant” taken at /);
      memoryServer.jobs.set(1, { name: 'Scan', policies: [5] });
      user.pick = () => user.lists.at(-1)?.[0];
      await compareSnapshot(all);
      assert.match(
        user.of('info')[2] ?? '',
        /^1 job or group on “Plant” differs from the snapshot of .+:\d\d\.$/,
      );
      const [shown] = plans.values();
      assert.deepEqual(
        shown?.plan.items.filter(({ action }) => action === 'change').map(({ name }) => name),
        ['Scan'],
      );
      memoryServer.jobs.set(1, { name: 'Scan', policies: [1] });
      await compareSnapshot(all);
      assert.match(user.of('info')[3] ?? '', /^“Plant” is as in the snapshot of /);
      memoryServer.jobs.set(99, { name: 'Created since', policies: [1] });
      await compareSnapshot(all);
      assert.match(user.of('info')[4] ?? '', /^1 job or group on “Plant” differs /);
      assert.equal(plans.size, 1);
    }));
});
