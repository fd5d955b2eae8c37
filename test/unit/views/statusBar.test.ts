import assert from 'node:assert/strict';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { withPlant } from '../commands/support/plant.ts';
import { statusError } from '../store/support/fakes.ts';

const { window } = await import('../../support/vscode/vscodeFake.ts');
const { Emitter } = await import('../../../src/util/emitter.ts');
const { StatusBar } = await import('../../../src/views/statusBar.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

/** A status bar item that records whether it is shown. */
class FakeItem {
  name = '';
  command = '';
  text = '';
  tooltip = '';
  accessibilityInformation: unknown;
  backgroundColor: { readonly id: string } | undefined;
  isVisible = false;
  isDisposed = false;
  show(): void {
    this.isVisible = true;
  }
  hide(): void {
    this.isVisible = false;
  }
  dispose(): void {
    this.isDisposed = true;
  }
}

function desk({ session }: Given) {
  const item = new FakeItem();
  Reflect.set(window, 'createStatusBarItem', () => item);
  const clock = createManualClock(0);
  const changes = new Emitter<void>();
  const sessions: { active: ServerSession | undefined; readonly onDidChange: typeof changes.event } = {
    active: session,
    onDidChange: changes.event,
  };
  const failures: number[] = [];
  const bar = new StatusBar(sessions, count => failures.push(count), clock);
  return { item, clock, bar, failures };
}

describe('the item of the status bar', () => {
  afterEach(() => Reflect.deleteProperty(window, 'createStatusBarItem'));

  it('names the server, and shows that no status is known yet', () =>
    withPlant(async given => {
      const { item, bar, failures, clock } = desk(given);
      assert.deepEqual([item.text, item.isVisible], ['$(device-desktop) Plant', true]);
      assert.equal(item.tooltip, 'Plant\n0 jobs executing\nNo status has been read yet');
      const label = 'Plant, 0 jobs executing, No status has been read yet';
      assert.deepEqual(item.accessibilityInformation, { label, role: 'button' });
      assert.deepEqual([item.name, item.command], ['Device Automation', 'deviceAutomation.jobs.focus']);
      assert.deepEqual([failures, clock.pending], [[0], 0]);
      bar.dispose();
      assert.equal(item.isDisposed, true);
    }));

  it('shows how many jobs execute, and how many failed unseen, a moment after that is known', () =>
    withPlant(async given => {
      const { session, plant } = given;
      const { item, bar, failures, clock } = desk(given);
      plant.statuses.set(1, 'running');
      plant.statuses.set(2, 'running');
      const changed = () => new Promise<void>(resolve => session.statuses.onDidChange(() => resolve()));
      const known = changed();
      await Promise.all([1, 2].map(id => session.statuses.read(id)));
      await known;
      assert.equal(item.text, '$(device-desktop) Plant');
      clock.advance(249);
      assert.equal(item.text, '$(device-desktop) Plant');
      clock.advance(1);
      assert.equal(item.text, '$(device-desktop) Plant  $(sync) 2');
      assert.match(item.tooltip, /^Plant\n2 jobs executing\nThe status of 2 jobs is known, as of \d\d:\d\d$/);
      plant.statuses.set(2, 'failed');
      const failed = changed();
      await session.statuses.read(2);
      await failed;
      clock.advance(250);
      assert.equal(item.text, '$(device-desktop) Plant  $(sync) 1  $(error) 1');
      assert.match(item.tooltip, /\n1 job executing\n1 failed since you last checked\n/);
      assert.equal(failures.at(-1), 1);
      bar.dispose();
    }));

  it('shows that the server does not respond, and counts down to the next attempt', () =>
    withPlant(async given => {
      const { session } = given;
      const { item, bar, clock } = desk(given);
      session.outage.failed(statusError(503, 60_000));
      clock.advance(250);
      assert.equal(item.text, '$(debug-disconnect) Plant');
      assert.equal(item.backgroundColor?.id, 'statusBarItem.warningBackground');
      assert.match(item.tooltip, /^Plant\nOffline since .*retrying/);
      const before = item.tooltip;
      clock.advance(4_999);
      assert.equal(item.tooltip, before);
      clock.advance(1);
      assert.notEqual(item.tooltip, before);
      session.outage.succeeded();
      clock.advance(250);
      assert.deepEqual([item.text, item.backgroundColor], ['$(device-desktop) Plant', undefined]);
      assert.equal(clock.pending, 0);
      bar.dispose();
      session.outage.failed(statusError(503, 60_000));
      assert.equal(clock.pending, 0, 'the window closes');
    }));

  it('draws no icon from the name of a server', () =>
    withPlant(
      async given => {
        const { item, bar } = desk(given);
        assert.equal(item.text, '$(device-desktop) \\$(bug) (production)');
        bar.dispose();
      },
      { name: '$(bug)', production: true },
    ));

  it('follows the server that is shown, and is hidden without one', () =>
    withPlant(async given => {
      const { session } = given;
      const item = new FakeItem();
      Reflect.set(window, 'createStatusBarItem', () => item);
      const clock = createManualClock(0);
      const changes = new Emitter<void>();
      const sessions: { active: ServerSession | undefined; readonly onDidChange: typeof changes.event } = {
        active: undefined,
        onDidChange: changes.event,
      };
      const failures: number[] = [];
      const bar = new StatusBar(sessions, count => failures.push(count), clock);
      assert.deepEqual([item.isVisible, failures], [false, [0]]);
      sessions.active = session;
      changes.fire();
      assert.equal(item.isVisible, true);
      sessions.active = undefined;
      changes.fire();
      assert.equal(item.isVisible, false);
      session.outage.failed(statusError(503, 60_000));
      assert.equal(clock.pending, 0, 'it is another server');
      bar.dispose();
      sessions.active = session;
      changes.fire();
      assert.equal(item.isVisible, false);
    }));
});
