import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { gate, settled, statusError } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey } = await import('../../../src/workbench/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/workbench/platform/ids.ts');
const { Emitter } = await import('../../../src/base/emitter.ts');
const { ListFrame } = await import('../../../src/workbench/trees/listFrame.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** A VS Code view that counts how often its texts are set. */
class FakeView {
  visible = true;
  selection: readonly unknown[] = [];
  badge: vscode.ViewBadge | undefined;
  readonly selected = new Emitter<vscode.TreeViewSelectionChangeEvent<unknown>>();
  readonly onDidChangeSelection = this.selected.event;
  readonly written: string[] = [];
  readonly revealed: unknown[] = [];
  reveals = async (): Promise<void> => undefined;
  #message = '';
  #description = '';

  get message(): string {
    return this.#message;
  }
  set message(text: string) {
    this.written.push(text);
    this.#message = text;
  }
  get description(): string {
    return this.#description;
  }
  set description(text: string) {
    this.written.push(text);
    this.#description = text;
  }
  reveal(row: unknown, { select, focus }: { readonly select: boolean; readonly focus: boolean }) {
    this.revealed.push([row, select, focus]);
    return this.reveals();
  }
}

/** The frame of the jobs view on the plant, which has one job. */
function withFrame(use: (given: Given & ReturnType<typeof setup>) => Promise<void>) {
  return withMemoryServer(given => use({ ...given, ...setup(given) }));
}

function setup({ session, memoryServer }: Given) {
  memoryServer.jobs.set(1, { name: 'Nightly' });
  const view = new FakeView();
  const clock = createManualClock(0);
  const noted: unknown[] = [];
  const changes = new Emitter<void>();
  const sessions: { active: ServerSession | undefined; readonly onDidChange: typeof changes.event } = {
    active: session,
    onDidChange: changes.event,
  };
  const tokens: { value: string | undefined; reads: number } = { value: 'token', reads: 0 };
  const get = async () => {
    tokens.reads += 1;
    return tokens.value;
  };
  const note = async (error: unknown) => void noted.push(error);
  const createFrame = () => new ListFrame({ sessions, tokens: { get }, notices: { note }, clock }, 'jobs');
  const frame = createFrame();
  frame.attach(partialOf<vscode.TreeView<unknown>>(view));
  /** Makes reading the list fail from now on. */
  const forbid = () => void memoryServer.failures.set('GET /automation/api/job/', 403);
  return { frame, createFrame, view, clock, noted, sessions, tokens, forbid };
}

/** The context keys that are set. */
const keys = new Map<unknown, unknown>();
const ran: string[] = [];
const progress: object[] = [];
const state = () => keys.get(contextKeys.jobsState);

describe('the frame of a list', () => {
  beforeEach(() => {
    ran.length = 0;
    progress.length = 0;
    user.ran = (id, [key, value]) => void (id === 'setContext' ? keys.set(key, value) : ran.push(id));
    user.progress = options => void progress.push(options);
    setContextKey(contextKeys.jobsState, 'loading');
    setContextKey(contextKeys.signedIn, false);
  });
  afterEach(() => {
    user.ran = () => undefined;
    user.progress = () => undefined;
  });

  it('reads the list, and then reports it as loaded', () =>
    withFrame(async ({ session, frame, clock }) => {
      assert.equal(await frame.load(), session);
      assert.deepEqual([state(), keys.get(contextKeys.signedIn)], ['ready', true]);
      clock.advance(1_000);
      assert.deepEqual(progress, []);
    }));

  it('shows progress in its view once reading the list takes 150 ms', () =>
    withFrame(async ({ session, frame, clock }) => {
      const slow = gate();
      const reading = frame.run(session, () => slow.promise);
      clock.advance(149);
      assert.deepEqual(progress, []);
      clock.advance(1);
      assert.deepEqual(progress, [{ location: { viewId: 'deviceAutomation.jobs' } }]);
      slow.open();
      await reading;
    }));

  it('requests nothing without a token', () =>
    withFrame(async ({ session, memoryServer, frame, view, tokens }) => {
      tokens.value = undefined;
      frame.update(session, 'Filter', '1 of 1');
      assert.equal(await frame.load(), undefined);
      assert.deepEqual([state(), view.message, view.description], ['noToken', '', '']);
      assert.deepEqual(memoryServer.reads, []);
    }));

  it('shows that there is no server', () =>
    withFrame(async ({ session, frame, view, sessions }) => {
      frame.update(session, 'Filter', '1 of 1');
      sessions.active = undefined;
      assert.equal(await frame.load(), undefined);
      assert.deepEqual([state(), view.message, view.description], ['noServer', '', '']);
    }));

  it('shows that the list is empty', () =>
    withFrame(async ({ memoryServer, frame }) => {
      memoryServer.jobs.clear();
      await frame.load();
      assert.equal(state(), 'empty');
    }));

  it('reads the token until there is one, and then no longer', () =>
    withFrame(async ({ frame, tokens }) => {
      const loadTwice = async () => {
        await frame.load();
        await frame.load();
        return tokens.reads;
      };
      tokens.value = undefined;
      assert.equal(await loadTwice(), 2);
      tokens.value = 'token';
      assert.equal(await loadTwice(), 3);
    }));

  it('returns no list when another server was chosen in the meantime', () =>
    withFrame(async ({ frame, sessions }) => {
      const loading = frame.load();
      sessions.active = undefined;
      assert.equal(await loading, undefined);
    }));

  it('shows why the list could not be read, and logs it', () =>
    withFrame(async ({ frame, noted, forbid }) => {
      forbid();
      await frame.load();
      assert.deepEqual([state(), noted.length], ['forbidden', 1]);
    }));

  it('logs no canceled read', () =>
    withFrame(async ({ session, frame, noted }) => {
      await frame.run(session, () => Promise.reject(AbortSignal.abort().reason));
      assert.deepEqual(noted, []);
    }));

  it('shows since when its rows are outdated, why, and what its filter hides', () =>
    withFrame(async ({ session, frame, view, forbid }) => {
      await frame.load();
      frame.update(session, 'Filter “a”: 1 of 4 jobs.', '1 of 4');
      forbid();
      await frame.run(session, () => session.jobs.refresh());
      assert.match(view.message, /^As of \S+\. \S.* — Filter “a”: 1 of 4 jobs\.$/);
      assert.equal(view.description, '1 of 4');
    }));

  it('does not show the failure of a server that is no longer active', () =>
    withFrame(async ({ session, frame, view, sessions, forbid }) => {
      await frame.load();
      forbid();
      const reading = frame.run(session, () => session.jobs.refresh());
      sessions.active = undefined;
      await reading;
      assert.equal(view.message, '');
    }));

  it('writes its texts only when they change, because VS Code then redraws the view', () =>
    withFrame(async ({ session, frame, view }) => {
      frame.update(session, 'Filter', '1 of 4');
      frame.update(session, 'Filter', '1 of 4');
      frame.update(session, 'Filter', '2 of 4');
      assert.deepEqual(view.written, ['Filter', '1 of 4', '2 of 4']);
    }));

  it('counts down while the server does not respond, unless it recovers or is left', () =>
    withFrame(async ({ session, frame, view, clock, sessions }) => {
      const fail = () => {
        session.outage.failed(statusError(503, 60_000));
        frame.update(session, 'Filter', '1 of 4');
      };
      const seconds = () =>
        Number(/^Offline since .* retrying in (\d+) s\. — Filter$/.exec(view.message)?.[1]);
      await frame.load();
      fail();
      const before = seconds();
      clock.advance(5_000);
      assert.equal(seconds(), before - 5);
      session.outage.succeeded();
      frame.update(session, 'Filter', '1 of 4');
      assert.deepEqual([view.message, clock.pending], ['Filter', 0]);
      fail();
      sessions.active = undefined;
      clock.advance(5_000);
      assert.equal(clock.pending, 0);
    }));

  it('does not count down in a hidden view', () =>
    withFrame(async ({ session, frame, view, clock }) => {
      view.visible = false;
      session.outage.failed(statusError(503, 60_000));
      frame.update(session, 'Filter', '1 of 4');
      assert.equal(clock.pending, 0);
    }));

  it('has no message about the server next to the welcome content of an empty list', () =>
    withFrame(async ({ session, frame, view }) => {
      session.outage.failed(statusError(503, 60_000));
      frame.update(session, undefined, '');
      assert.equal(view.message, '');
    }));

  it('scrolls to the top once when rows replace others, without selecting anything', () =>
    withFrame(async ({ frame, view }) => {
      frame.scroll(['a', 'b']);
      frame.startAtTop();
      frame.scroll(['a', 'b']);
      frame.scroll(['a', 'b']);
      assert.deepEqual(view.revealed, [], 'VS Code does not have the rows yet');
      await settled();
      assert.deepEqual(view.revealed, [['a', false, false]]);
    }));

  it('does not scroll a hidden view, which would open it', () =>
    withFrame(async ({ frame, view }) => {
      frame.startAtTop();
      frame.scroll(['a']);
      view.visible = false;
      await settled();
      assert.deepEqual(view.revealed, []);
    }));

  it('ignores that the row to scroll to was replaced', () =>
    withFrame(async ({ frame, view }) => {
      view.reveals = () => Promise.reject(new Error('the row was replaced'));
      frame.startAtTop();
      frame.scroll(['a']);
      await settled();
      assert.equal(view.revealed.length, 1);
    }));

  it('finds the focused row for a key', () =>
    withFrame(async ({ frame, view }) => {
      user.ran = id => {
        if (id === 'list.toggleSelection') view.selection = view.selection.length === 0 ? ['focused'] : [];
      };
      assert.deepEqual(await frame.focusedRows(), ['focused']);
      assert.deepEqual(view.selection, []);
    }));

  it('reports the whole selection, even one made while VS Code reads the tree again', () =>
    withFrame(async ({ frame, view }) => {
      view.selection = ['Lab', 'Office'];
      view.selected.fire({ selection: [] });
      assert.deepEqual(frame.selection, ['Lab', 'Office'], 'it was made meanwhile');
      view.selected.fire({ selection: ['Lab', 'Office'] });
      view.selection = [];
      assert.deepEqual(frame.selection, ['Lab', 'Office'], 'it was made before');
      view.selected.fire({ selection: [] });
      assert.deepEqual(frame.selection, []);
    }));

  it('focuses its view unless it is visible', () =>
    withFrame(async ({ frame, view }) => {
      await frame.show();
      assert.deepEqual(ran, []);
      view.visible = false;
      await frame.show();
      assert.deepEqual(ran, ['deviceAutomation.jobs.focus']);
    }));

  it('does nothing to a view that VS Code has not created yet', () =>
    withFrame(async ({ session, createFrame }) => {
      const frame = createFrame();
      frame.setBadge(undefined);
      frame.startAtTop();
      frame.scroll(['a']);
      frame.update(session, 'Filter', '1 of 4');
      await frame.reveal('a');
      assert.deepEqual([frame.isVisible, frame.selection], [false, []]);
    }));
});
