import assert from 'node:assert/strict';
import { type FakeStatusBarItem, withStatusBarItem } from '../../support/vscode/statusBarItem.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { setJobsEnabled } = await import('../../../src/workbench/commands/jobs/enableJobs.ts');
const { stopJobs } = await import('../../../src/workbench/commands/jobs/stopJobs.ts');
const { undoReported } = await import('../../../src/contrib/undo/vscode/showActivity.ts');
const { UndoOffer } = await import('../../../src/contrib/undo/vscode/undoOffer.ts');

const withOffer = (use: (given: Given, item: FakeStatusBarItem) => Promise<void>) =>
  withStatusBarItem(item =>
    withMemoryServer(async given => {
      for (const id of [1, 2])
        given.memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [id], enabled: true });
      const offer = new UndoOffer(given.context.journal);
      await use(given, item).finally(() => offer.dispose());
      assert.equal(item.isVisible, false);
    }),
  );

describe('the undo in the status bar', () => {
  it('appears after a change, undoes it, and then disappears', () =>
    withOffer(async ({ context, memoryServer }, item) => {
      assert.equal(item.isVisible, false);
      await setJobsEnabled(context, [{ ids: [1, 2], server: 'plant' }], false);
      assert.deepEqual([item.isVisible, item.tooltip], [true, 'Undo “Disable Jobs (2)” on “Plant”']);
      await undoReported(context, item.command?.arguments ?? []);
      assert.deepEqual(
        [...memoryServer.jobs.values()].map(({ enabled }) => enabled),
        [true, true],
      );
      assert.equal(item.isVisible, false);
    }));

  it('is of the last change that can be undone', () =>
    withOffer(async ({ context }, item) => {
      await setJobsEnabled(context, [{ ids: [1, 2], server: 'plant' }], false);
      await setJobsEnabled(context, [{ ids: [1], server: 'plant' }], true);
      await stopJobs(context, [{ ids: [1], server: 'plant' }]);
      assert.deepEqual([item.isVisible, item.tooltip], [true, 'Undo “Enable Jobs · Job 1” on “Plant”']);
    }));
});
