import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withPlant } from '../commands/support/plant.ts';
import { settled, statusError } from '../store/support/fakes.ts';

const { person } = await import('../../support/vscode/vscodeFake.ts');
const { setContextKey } = await import('../../../src/platform/contextKeys.ts');
const { contextKeys } = await import('../../../src/platform/ids.ts');
const { Emitter } = await import('../../../src/util/emitter.ts');
const { ListFrame } = await import('../../../src/views/listFrame.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];
interface RevealOptions {
  readonly select: boolean;
  readonly focus: boolean;
}

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
  reveal(row: unknown, { select, focus }: RevealOptions): Promise<void> {
    this.revealed.push([row, select, focus]);
    return this.reveals();
  }
}

/** The frame of the jobs view on the plant, which has one job. */
function setup({ session, plant }: Given, isSignedIn = true) {
  plant.jobs.set(1, { name: 'Nightly' });
  const view = new FakeView();
  const clock = createManualClock(0);
  const noted: unknown[] = [];
  const changes = new Emitter<void>();
  const sessions: { active: ServerSession | undefined; readonly onDidChange: typeof changes.event } = {
    active: session,
    onDidChange: changes.event,
  };
  const tokens = { value: isSignedIn ? 'token' : undefined, reads: 0 };
  const get = async () => {
    tokens.reads += 1;
    return tokens.value;
  };
  const note = async (error: unknown) => void noted.push(error);
  const createFrame = () => new ListFrame({ sessions, tokens: { get }, notices: { note }, clock }, 'jobs');
  const frame = createFrame();
  frame.attach(partialOf<vscode.TreeView<unknown>>(view));
  return { frame, createFrame, view, clock, noted, sessions, tokens };
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
    person.ran = (id, [key, value]) => void (id === 'setContext' ? keys.set(key, value) : ran.push(id));
    person.progress = options => void progress.push(options);
    setContextKey(contextKeys.jobsState, 'loading');
    setContextKey(contextKeys.signedIn, false);
  });
  afterEach(() => {
    person.ran = () => undefined;
    person.progress = () => undefined;
  });

  it('reads the list, and then reports it as loaded', () =>
    withPlant(async given => {
      const { frame, clock } = setup(given);
      assert.equal(await frame.load(), given.session);
      assert.deepEqual([state(), keys.get(contextKeys.signedIn)], ['ready', true]);
      assert.equal(given.session.jobs.loadedCount, 1);
      clock.advance(1_000);
      assert.deepEqual(progress, []);
    }));

  it('shows progress in its view once reading the list takes 150 ms', () =>
    withPlant(async given => {
      const { frame, clock } = setup(given);
      let end = () => {};
      const reading = frame.run(given.session, () => new Promise(resolve => (end = resolve)));
      clock.advance(149);
      assert.deepEqual(progress, []);
      clock.advance(1);
      assert.deepEqual(progress, [{ location: { viewId: 'deviceAutomation.jobs' } }]);
      end();
      await reading;
    }));

  it('offers the next step without a server, without a token, and when the list is empty', () =>
    withPlant(async given => {
      const { frame, view, sessions, tokens } = setup(given, false);
      frame.update(given.session, 'Filter', '1 of 1');
      assert.equal(await frame.load(), undefined);
      assert.deepEqual([state(), view.message, view.description], ['noToken', '', '']);
      assert.deepEqual(given.plant.reads, [], 'every request would be rejected');
      frame.update(given.session, 'Filter', '1 of 1');
      sessions.active = undefined;
      assert.equal(await frame.load(), undefined);
      assert.deepEqual([state(), view.message, view.description], ['noServer', '', '']);
      sessions.active = given.session;
      tokens.value = 'token';
      given.plant.jobs.clear();
      assert.equal(await frame.load(), given.session);
      assert.equal(state(), 'empty');
    }));

  it('reads the token until there is one, and then no longer', () =>
    withPlant(async given => {
      const { frame, tokens } = setup(given, false);
      await frame.load();
      await frame.load();
      assert.equal(tokens.reads, 2);
      tokens.value = 'token';
      await frame.load();
      await frame.load();
      assert.equal(tokens.reads, 3);
    }));

  it('returns no list when another server was chosen in the meantime', () =>
    withPlant(async given => {
      const { frame, sessions } = setup(given);
      const loading = frame.load();
      sessions.active = undefined;
      assert.equal(await loading, undefined);
    }));

  it('shows why the list could not be read, and logs it unless it was canceled', () =>
    withPlant(async given => {
      const { frame, view, noted } = setup(given);
      given.plant.failures.set('GET /automation/api/job/', 403);
      await frame.load();
      assert.deepEqual([state(), noted.length, view.message], ['forbidden', 1, '']);
      const canceled = () => Promise.reject(AbortSignal.abort().reason);
      await frame.run(given.session, canceled);
      assert.equal(noted.length, 1);
    }));

  it('shows since when its rows are outdated, why, and what its filter hides', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
      await frame.load();
      given.plant.failures.set('GET /automation/api/job/', 403);
      await frame.run(given.session, () => given.session.jobs.refresh());
      frame.update(given.session, 'Filter “a”: 1 of 4 jobs.', '1 of 4');
      assert.match(view.message, /^As of \S+\. \S.* — Filter “a”: 1 of 4 jobs\.$/);
      assert.equal(view.description, '1 of 4');
    }));

  it('writes its texts only when they change, because VS Code then redraws the view', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
      frame.update(given.session, 'Filter', '1 of 4');
      frame.update(given.session, 'Filter', '1 of 4');
      assert.deepEqual(view.written, ['Filter', '1 of 4']);
      frame.update(given.session, 'Filter', '2 of 4');
      frame.update(given.session, 'Other', '2 of 4');
      assert.deepEqual(view.written, ['Filter', '1 of 4', '2 of 4', 'Other']);
    }));

  it('counts down while the server does not respond and the view is visible', () =>
    withPlant(async given => {
      const { frame, view, clock, sessions } = setup(given);
      const { session } = given;
      await frame.load();
      frame.update(session, 'Filter', '1 of 4');
      assert.equal(clock.pending, 0, 'the server responds');
      session.outage.failed(statusError(503, 60_000));
      view.visible = false;
      frame.update(session, 'Filter', '1 of 4');
      assert.equal(clock.pending, 0, 'nobody sees it');
      view.visible = true;
      frame.update(session, 'Filter', '1 of 4');
      frame.update(session, 'Filter', '1 of 4');
      assert.equal(clock.pending, 1);
      assert.match(view.message, /^Offline since .* — Filter$/);
      view.message = '';
      clock.advance(4_999);
      assert.equal(view.message, '');
      session.outage.succeeded();
      frame.update(session, 'Filter', '1 of 5');
      assert.deepEqual([view.message, clock.pending], ['Filter', 0]);
      session.outage.failed(statusError(503, 60_000));
      frame.update(session, 'Filter', '1 of 4');
      sessions.active = undefined;
      clock.advance(5_000);
      assert.equal(clock.pending, 0, 'another server is shown');
    }));

  it('has no message about the server next to the welcome content of an empty list', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
      given.session.outage.failed(statusError(503, 60_000));
      frame.update(given.session, undefined, '');
      assert.equal(view.message, '');
    }));

  it('scrolls to the top once when rows replace others, without selecting anything', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
      frame.scroll(['a', 'b']);
      frame.startAtTop();
      frame.scroll(['a', 'b']);
      frame.scroll(['a', 'b']);
      assert.deepEqual(view.revealed, [], 'VS Code does not have the rows yet');
      await settled();
      assert.deepEqual(view.revealed, [['a', false, false]]);
      frame.startAtTop();
      frame.scroll([]);
      frame.startAtTop();
      frame.scroll(['c']);
      // Revealing the row would show the view again.
      view.visible = false;
      await settled();
      view.visible = true;
      view.reveals = () => Promise.reject(new Error('the row was replaced'));
      frame.startAtTop();
      frame.scroll(['d']);
      await settled();
      assert.deepEqual(view.revealed.at(-1), ['d', false, false]);
      assert.equal(view.revealed.length, 2);
    }));

  it('selects a row, and has a badge', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
      await frame.reveal('row');
      assert.deepEqual(view.revealed, [['row', true, false]]);
      const badge = { value: 1, tooltip: '1 failed' };
      frame.setBadge(badge);
      assert.equal(view.badge, badge);
    }));

  it('finds the focused row for a key', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
      let toggles = 0;
      person.ran = id => {
        if (id !== 'list.toggleSelection') return;
        toggles += 1;
        view.selection = toggles % 2 === 1 ? ['focused'] : [];
      };
      assert.deepEqual(await frame.focusedRows(), ['focused']);
      assert.equal(toggles, 4);
    }));

  it('reports the whole selection, even one made while VS Code reads the tree again', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
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
    withPlant(async given => {
      const { frame, view } = setup(given);
      await frame.show();
      assert.deepEqual(ran, []);
      view.visible = false;
      await frame.show();
      assert.deepEqual(ran, ['deviceAutomation.jobs.focus']);
    }));

  it('keeps the message of its filter while the list is read again', () =>
    withPlant(async given => {
      const { frame, view } = setup(given);
      frame.update(given.session, 'Filter “has Office”: 4 of 8 jobs.', '8 of 8');
      await frame.run(given.session, () => given.session.jobs.refresh());
      assert.equal(view.message, 'Filter “has Office”: 4 of 8 jobs.');
    }));

  it('does not show the failure of a server that is no longer active', () =>
    withPlant(async given => {
      const { frame, view, sessions } = setup(given);
      await frame.load();
      given.plant.failures.set('GET /automation/api/job/', 403);
      const reading = frame.run(given.session, () => given.session.jobs.refresh());
      sessions.active = undefined;
      await reading;
      assert.equal(view.message, '');
    }));

  it('does nothing to a view that VS Code has not created yet', () =>
    withPlant(async given => {
      const frame = setup(given, false).createFrame();
      frame.setBadge(undefined);
      frame.startAtTop();
      frame.scroll(['a']);
      frame.update(given.session, 'Filter', '1 of 4');
      await frame.reveal('a');
      assert.equal(await frame.load(), undefined);
      assert.deepEqual([frame.isVisible, frame.selection], [false, []]);
    }));
});
