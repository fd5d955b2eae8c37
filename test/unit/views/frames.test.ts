import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../src/util/emitter.ts';
import '../../support/vscode/vscodeInNode.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { after, bare, json } from '../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../support/http/wire.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { partialOf } from '../../support/partialOf.ts';
import { gate, statusError } from '../store/support/fakes.ts';
import { sessionOf } from './support/sessions.ts';

const { person, window } = await import('../../support/vscode/vscodeFake.ts');
const { ListFrame } = await import('../../../src/views/listFrame.ts');
const { StatusBar } = await import('../../../src/views/statusBar.ts');

/** Sessions of two servers with one job each. */
async function withTwo(
  use: (first: ServerSession, second: ServerSession, firstServer: ScriptedServer) => Promise<void>,
): Promise<void> {
  await withScript(firstServer =>
    withScript(async secondServer => {
      for (const server of [firstServer, secondServer]) server.otherwise(json(pageWire([jobWire(1)])));
      const sessions = [sessionOf('First', firstServer), sessionOf('Second', secondServer)] as const;
      for (const session of sessions) await session.jobs.refresh();
      await use(...sessions, firstServer).finally(() =>
        Promise.all(sessions.map(session => session.dispose())),
      );
    }),
  );
}

const never = () => ({ dispose: () => undefined });

/** A view with the members that a frame uses. */
function viewOf(members: Partial<vscode.TreeView<unknown>>) {
  return partialOf<vscode.TreeView<unknown>>(
    Object.assign(members, { onDidChangeSelection: members.onDidChangeSelection ?? never }),
  );
}

function jobsFrame(active: () => ServerSession, clock = createManualClock(0)) {
  return new ListFrame(
    {
      sessions: {
        get active() {
          return active();
        },
      },
      tokens: { get: async () => 'token' },
      notices: { note: async () => undefined },
      clock,
    },
    { view: 'deviceAutomation.jobs', contextKey: 'deviceAutomation.jobsState' },
    ({ jobs }) => ({ state: jobs.state, isEmpty: false, ensureLoaded: () => jobs.ensureLoaded() }),
  );
}

describe('the frame of a view', () => {
  it('reports the whole selection, even one that was made while VS Code read the tree again', () => {
    const rows = ['Lab', 'Office'];
    const selected = new Emitter<vscode.TreeViewSelectionChangeEvent<unknown>>();
    const view = { selection: rows, onDidChangeSelection: selected.event };
    const report = (event: vscode.TreeViewSelectionChangeEvent<unknown>) => selected.fire(event);
    const frame = new ListFrame(
      partialOf({}),
      { view: 'deviceAutomation.groups', contextKey: 'deviceAutomation.groupsState' },
      () => assert.fail('no list is read'),
    );
    frame.attach(viewOf(view));
    report({ selection: [] });
    assert.deepEqual(frame.selection, rows, 'it was made meanwhile');
    report({ selection: rows });
    view.selection = [];
    assert.deepEqual(frame.selection, rows, 'it was made before');
    report({ selection: [] });
    assert.deepEqual(frame.selection, []);
  });

  it('is brought to the front unless it is visible, even before VS Code has created the view', async () => {
    const ran: string[] = [];
    person.ran = id => ran.push(id);
    const frame = jobsFrame(() => assert.fail('no list is read'));
    await frame.show();
    const view = { visible: false };
    frame.attach(viewOf(view));
    await frame.show();
    view.visible = true;
    await frame.show();
    person.ran = () => undefined;
    assert.deepEqual(ran, ['deviceAutomation.jobs.focus', 'deviceAutomation.jobs.focus']);
  });

  it('keeps the message of its filter while the list is read again', () =>
    withTwo(async (first, second) => {
      const view = { visible: true, message: '', description: '' };
      let active = first;
      const frame = jobsFrame(() => active);
      frame.attach(viewOf(view));
      frame.update(first, 'Filter “has Office”: 4 of 8 jobs.', '8 of 8');
      await frame.run(first, () => first.jobs.refresh());
      assert.equal(view.message, 'Filter “has Office”: 4 of 8 jobs.');
      active = second;
      await frame.run(second, () => second.jobs.refresh());
      assert.equal(view.message, '');
    }));

  it('does not report a failed reading of a server that is no longer shown', () =>
    withTwo(async (first, second, firstServer) => {
      const view = { visible: true, message: '', description: '' };
      let active = first;
      const frame = jobsFrame(() => active);
      frame.attach(viewOf(view));
      const slow = gate();
      firstServer.otherwise(after(slow.promise, bare(500)));
      const reading = frame.run(first, () => first.jobs.refresh());
      active = second;
      assert.equal(await frame.load(), second);
      slow.open();
      await reading;
      assert.equal(first.jobs.state.kind, 'failed');
      assert.equal(view.message, '');
    }));
});

describe('a server that does not respond', () => {
  it('causes a countdown to the next attempt in the view and in the status bar', () =>
    withScript(async server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const clock = createManualClock(0);
      const session = sessionOf('First', server, clock);
      await session.jobs.refresh();
      const view = { visible: true, message: '', description: '' };
      const frame = jobsFrame(() => session, clock);
      frame.attach(viewOf(view));
      const item = { tooltip: '', hide: () => undefined, show: () => undefined, dispose: () => undefined };
      Reflect.set(window, 'createStatusBarItem', () => item);
      const sessions = { active: session, onDidChange: () => ({ dispose: () => undefined }) };
      const bar = new StatusBar(sessions, () => undefined, clock);
      try {
        session.outage.failed(statusError(503, 60_000));
        frame.update(session);
        clock.advance(300);
        const seconds = () =>
          [view.message, item.tooltip].map(text => Number(/retrying in (\d+) s/.exec(text)?.[1]));
        const shown = seconds();
        // the two are not redrawn at the same moment
        assert.ok(
          shown.every(each => each >= 60 && each <= (shown[0] ?? 0) + 1 && each >= (shown[0] ?? 0) - 1),
          String(shown),
        );
        clock.advance(10_000);
        for (const later of seconds()) assert.ok(later <= Math.max(...shown) - 5, String(later));
      } finally {
        bar.dispose();
        Reflect.deleteProperty(window, 'createStatusBarItem');
        await session.dispose();
      }
    }));
});

describe('the status bar', () => {
  it('shows at once that the server is back', () =>
    withTwo(async first => {
      const item = { text: '', hide: () => undefined, show: () => undefined, dispose: () => undefined };
      Reflect.set(window, 'createStatusBarItem', () => item);
      const clock = createManualClock(0);
      const bar = new StatusBar(
        { active: first, onDidChange: () => ({ dispose: () => undefined }) },
        () => undefined,
        clock,
      );
      first.outage.failed(statusError(503));
      clock.advance(300);
      assert.match(item.text, /debug-disconnect/);
      first.outage.succeeded();
      clock.advance(300);
      assert.doesNotMatch(item.text, /debug-disconnect/);
      bar.dispose();
      Reflect.deleteProperty(window, 'createStatusBarItem');
    }));
});
