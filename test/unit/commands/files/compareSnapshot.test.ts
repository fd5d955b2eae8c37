import assert from 'node:assert/strict';
import { copyFile, readdir } from 'node:fs/promises';
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
      user.pick = () => user.messages.findLast(({ kind }) => kind === 'pick')?.actions[0];
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

  it('is listed apart from one with the same local time, an hour before a clock change', () =>
    withFiles(async ({ all, files, user }) => {
      const state = join(files, 'state');
      const zone = process.env['TZ'];
      process.env['XDG_STATE_HOME'] = state;
      process.env['TZ'] = 'Europe/Berlin';
      try {
        await takeSnapshotOf(all);
        const names = await readdir(state, { recursive: true });
        const taken = join(state, names.find(name => name.endsWith('.tar.gz')) ?? '');
        for (const hour of ['00', '01'])
          await copyFile(taken, join(taken, '..', `20201025T${hour}3000Z.tar.gz`));
        await compareSnapshot(all);
        const [, later, earlier] = user.lists.at(-1) ?? [];
        assert.match(later ?? '', /02:30:00/);
        assert.equal(later, earlier);
      } finally {
        if (zone === undefined) delete process.env['TZ'];
        else process.env['TZ'] = zone;
      }
    }));
});
