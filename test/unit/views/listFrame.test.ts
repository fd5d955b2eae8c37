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
  readonly onDidChangeSelection = () => ({ dispose: () => undefined });
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

const jobsList = ({ jobs }: ServerSession) => ({
  state: jobs.state,
  isEmpty: jobs.loadedCount === 0,
  ensureLoaded: () => jobs.ensureLoaded(),
});

/** The frame of the jobs view on the plant, which has one job. */
function desk({ session, plant }: Given, isSignedIn = true) {
  plant.jobs.set(1, { name: 'Nightly' });
  const view = new FakeView();
  const clock = createManualClock(0);
  const noted: unknown[] = [];
  const sessions: { active: ServerSession | undefined } = { active: session };
  const tokens = { value: isSignedIn ? 'token' : undefined, reads: 0 };
  const get = async () => {
    tokens.reads += 1;
    return tokens.value;
  };
  const note = async (error: unknown) => void noted.push(error);
  const parts = { sessions, tokens: { get }, notices: { note }, clock };
  const ids = { view: 'deviceAutomation.jobs', contextKey: contextKeys.jobsState };
  const frame = new ListFrame(parts, ids, jobsList);
  frame.attach(partialOf<vscode.TreeView<unknown>>(view));
  return { frame, view, clock, noted, sessions, tokens };
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
      const { frame, clock } = desk(given);
      assert.equal(await frame.load(), given.session);
      assert.deepEqual([state(), keys.get(contextKeys.signedIn)], ['ready', true]);
      assert.equal(given.session.jobs.loadedCount, 1);
      clock.advance(1_000);
      assert.deepEqual(progress, []);
    }));

  it('shows progress in its view once reading the list takes 150 ms', () =>
    withPlant(async given => {
      const { frame, clock } = desk(given);
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
      const { frame, view, sessions, tokens } = desk(given, false);
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
      const { frame, tokens } = desk(given, false);
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
      const { frame, sessions } = desk(given);
      const loading = frame.load();
      sessions.active = undefined;
      assert.equal(await loading, undefined);
    }));

  it('shows why the list could not be read, and logs it unless it was canceled', () =>
    withPlant(async given => {
      const { frame, view, noted } = desk(given);
      given.plant.failures.set('GET /automation/api/job/', 403);
      await frame.load();
      assert.deepEqual([state(), noted.length, view.message], ['forbidden', 1, '']);
      const canceled = () => Promise.reject(AbortSignal.abort().reason);
      await frame.run(given.session, canceled);
      assert.equal(noted.length, 1);
    }));

  it('shows since when its rows are outdated, why, and what its filter hides', () =>
    withPlant(async given => {
      const { frame, view } = desk(given);
      await frame.load();
      given.plant.failures.set('GET /automation/api/job/', 403);
      await frame.run(given.session, () => given.session.jobs.refresh());
      frame.update(given.session, 'Filter “a”: 1 of 4 jobs.', '1 of 4');
      assert.match(
        view.message,
        /^As of \S+\. .*“Plant”.* — Filter “a”: 1 of 4 jobs\.$|^As of \S+\. \S.* — Filter “a”: 1 of 4 jobs\.$/,
      );
      assert.equal(view.description, '1 of 4');
      frame.update(given.session);
      assert.match(view.message, /^As of \S+\. /);
      assert.equal(view.description, '1 of 4', 'without another one it stays');
    }));

  it('writes its texts only when they change, because VS Code then redraws the view', () =>
    withPlant(async given => {
      const { frame, view } = desk(given);
      frame.update(given.session, 'Filter', '1 of 4');
      frame.update(given.session, 'Filter', '1 of 4');
      assert.deepEqual(view.written, ['Filter', '1 of 4']);
      frame.update(given.session, 'Filter', '2 of 4');
      frame.update(given.session, 'Other', '2 of 4');
      assert.deepEqual(view.written, ['Filter', '1 of 4', '2 of 4', 'Other']);
    }));

  it('counts down while the server does not respond and the view is visible', () =>
    withPlant(async given => {
      const { frame, view, clock, sessions } = desk(given);
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
      const { frame, view } = desk(given);
      given.session.outage.failed(statusError(503, 60_000));
      frame.update(given.session);
      assert.equal(view.message, '');
    }));

  it('scrolls to the top once when rows replace others, without selecting anything', () =>
    withPlant(async given => {
      const { frame, view } = desk(given);
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

  it('selects a row, has a badge, and passes keys on to VS Code', () =>
    withPlant(async given => {
      const { frame, view } = desk(given);
      await frame.reveal('row');
      assert.deepEqual(view.revealed, [['row', true, false]]);
      const badge = { value: 1, tooltip: '1 failed' };
      frame.setBadge(badge);
      assert.equal(view.badge, badge);
      await frame.activateFocused();
      await frame.focus();
      assert.deepEqual(ran, ['list.select', 'deviceAutomation.jobs.focus']);
      let toggles = 0;
      person.ran = id => {
        if (id !== 'list.toggleSelection') return;
        toggles += 1;
        view.selection = toggles % 2 === 1 ? ['focused'] : [];
      };
      assert.deepEqual(await frame.focusedRows(), ['focused']);
      assert.equal(toggles, 4);
    }));

  it('does nothing to a view that VS Code has not created yet', () =>
    withPlant(async given => {
      const { sessions, clock } = desk(given);
      const notices = { note: async () => undefined };
      const frame = new ListFrame(
        { sessions, tokens: { get: async () => undefined }, notices, clock },
        { view: 'deviceAutomation.jobs', contextKey: contextKeys.jobsState },
        jobsList,
      );
      frame.setBadge(undefined);
      frame.startAtTop();
      frame.scroll(['a']);
      frame.update(given.session, 'Filter', '1 of 4');
      await frame.reveal('a');
      assert.equal(await frame.load(), undefined);
      assert.deepEqual([frame.isVisible, frame.selection], [false, []]);
    }));
});
