import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { JobsNode } from '../../../src/views/nodes.ts';
import { partialOf } from '../../support/partialOf.ts';
import '../../support/vscode/vscodeInNode.ts';
import { FakeTreeView } from './support/treeDesk.ts';

const { documentEvents, window } = await import('../../support/vscode/vscodeFake.ts');
const { JobsInterest } = await import('../../../src/views/jobsInterest.ts');

/** A server session that records what the user can see. */
function fakeSession() {
  const interests: (readonly [string, readonly number[]])[] = [];
  const attention: string[] = [];
  let report = (): void => undefined;
  return {
    interests,
    attention,
    /** Resolves with the next reported interest. */
    next: () => new Promise<void>(resolve => (report = resolve)),
    setAttention: (now: { readonly isViewVisible: boolean; readonly isWindowFocused: boolean }) =>
      void attention.push(
        `${now.isViewVisible ? 'visible' : 'hidden'} ${now.isWindowFocused ? 'focused' : 'away'}`,
      ),
    statuses: {
      setInterest: (kind: string, ids: readonly number[]) => {
        interests.push([kind, ids]);
        report();
      },
    },
  };
}

function desk() {
  const view = new FakeTreeView<JobsNode>();
  const collapsed: unknown[] = [];
  const interest = new JobsInterest();
  interest.attach(partialOf<vscode.TreeView<JobsNode>>(view), node => collapsed.push(node));
  const session = fakeSession();
  interest.show(session);
  return { view, interest, session, collapsed };
}

const rowOf = (jobId: number): JobsNode => ({ kind: 'job', serverId: 'plant', jobId });

describe('what a user can see of the jobs', () => {
  afterEach(() => Reflect.set(window, 'state', { focused: true }));

  it('includes whether the view is visible and the window has the focus', () => {
    const { view, interest, session } = desk();
    view.visible = false;
    view.events.visible.fire({ visible: view.visible });
    Reflect.set(window, 'state', { focused: false });
    documentEvents.windowState.fire({ focused: false });
    assert.deepEqual(session.attention, ['visible focused', 'hidden focused', 'hidden away']);
    interest.dispose();
    documentEvents.windowState.fire({ focused: true });
    assert.equal(session.attention.length, 3);
  });

  it('excludes a server that is no longer visible, and is empty before there is a view', () => {
    const { interest, session } = desk();
    const other = fakeSession();
    interest.show(session);
    assert.equal(session.attention.length, 1, 'it is the same server');
    interest.show(other);
    assert.deepEqual([session.attention.at(-1), other.attention], ['hidden away', ['visible focused']]);
    interest.show(undefined);
    assert.deepEqual(other.attention, ['visible focused', 'hidden away']);
    const hidden = new JobsInterest();
    const first = fakeSession();
    hidden.show(first);
    assert.deepEqual(first.attention, ['hidden focused']);
  });

  it('is reported once VS Code has the rows, for those that it received last', async () => {
    const { interest, session } = desk();
    const other = fakeSession();
    interest.setVisible([1]);
    interest.setVisible([2]);
    await session.next();
    assert.deepEqual(session.interests, [['visible', [2]]]);
    interest.setVisible([3]);
    interest.show(other);
    interest.setVisible([4]);
    await other.next();
    assert.deepEqual([session.interests.length, other.interests], [1, [['visible', [4]]]]);
  });

  it('includes selected rows, unless there are very many', () => {
    const { view, session } = desk();
    view.selection = [rowOf(7), { kind: 'loadMore', serverId: 'plant' }, rowOf(8)];
    view.events.selected.fire(view);
    view.selection = Array.from({ length: 51 }, (_, index) => rowOf(index));
    view.events.selected.fire(view);
    assert.deepEqual(session.interests[0], ['selected', [7, 8]]);
    assert.equal(session.interests[1]?.[1].length, 50);
  });

  it('includes expanded jobs, until another server is shown', () => {
    const { view, interest, session, collapsed } = desk();
    const partOf = (jobId: number): JobsNode => ({
      kind: 'jobPart',
      serverId: 'plant',
      jobId,
      part: 'targets',
    });
    view.events.expanded.fire({ element: rowOf(7) });
    view.events.expanded.fire({ element: rowOf(8) });
    view.events.expanded.fire({ element: partOf(9) });
    view.events.collapsed.fire({ element: partOf(8) });
    view.events.collapsed.fire({ element: rowOf(7) });
    assert.deepEqual(
      session.interests.map(([, ids]) => ids),
      [[7], [7, 8], [7, 8], [7, 8], [8]],
    );
    assert.deepEqual(collapsed, [partOf(8), rowOf(7)]);
    const other = fakeSession();
    interest.show(other);
    view.events.expanded.fire({ element: rowOf(1) });
    assert.deepEqual(other.interests, [['expanded', [1]]]);
    interest.show(undefined);
    view.events.selected.fire(view);
    view.events.expanded.fire({ element: rowOf(1) });
    assert.equal(other.interests.length, 1);
  });
});
