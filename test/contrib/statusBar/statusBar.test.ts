import assert from 'node:assert/strict';
import { historyOf } from '../../../src/contrib/history/common/sessionHistory.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { statusError } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { type FakeStatusBarItem, withStatusBarItem } from '../../support/vscode/statusBarItem.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { hourlyRuns, hourMs, minuteMs, type RealRun, watchRuns } from '../history/support/watchedRuns.ts';

const { Emitter } = await import('../../../src/base/emitter.ts');
const { StatusBar } = await import('../../../src/contrib/statusBar/vscode/statusBar.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** The lines of the tooltip, as they are shown. */
function linesOf({ tooltip }: FakeStatusBarItem): string[] {
  const text = typeof tooltip === 'object' ? tooltip.value : '';
  return text.replaceAll('\\', '').split(/ *\n+/);
}

function withBar(
  use: (given: Given & ReturnType<typeof setup>) => Promise<void>,
  marks: Parameters<typeof withMemoryServer>[1] = {},
) {
  return withStatusBarItem(item =>
    withMemoryServer(given => {
      const parts = setup(given, item);
      return use({ ...given, ...parts }).finally(() => parts.bar.dispose());
    }, marks),
  );
}

function setup({ session }: Given, item: FakeStatusBarItem) {
  const clock = createManualClock(0);
  const changes = new Emitter<void>();
  const sessions: { active: ServerSession | undefined; readonly onDidChange: typeof changes.event } = {
    active: session,
    onDidChange: changes.event,
  };
  const failures: number[] = [];
  const bar = new StatusBar(sessions, count => failures.push(count), clock);
  const show = (shown: ServerSession | undefined) => {
    sessions.active = shown;
    changes.fire();
  };
  return { item, lines: () => linesOf(item), clock, bar, failures, show };
}

describe('the item of the status bar', () => {
  it('names the server, also for screen readers, and shows that no status is known yet', () =>
    withBar(async ({ item, lines, failures }) => {
      assert.deepEqual([item.text, item.isVisible, failures], ['$(device-desktop) Plant', true, [0]]);
      assert.deepEqual(lines(), ['Plant', '0 jobs executing', 'No status has been read yet']);
      const label = 'Plant, 0 jobs executing, No status has been read yet, Show Jobs';
      assert.deepEqual(item.accessibilityInformation, { label, role: 'button' });
    }));

  it('shows how many jobs execute and failed unseen, with a click to these jobs and links to either', () =>
    withBar(async ({ session, memoryServer, item, lines, failures, clock }) => {
      const read = async (id: number, word: string) => {
        memoryServer.statuses.set(id, word);
        const changed = new Promise<void>(resolve => session.statuses.onDidChange(() => resolve()));
        await session.statuses.read(id);
        await changed;
        clock.advance(1_000);
      };
      const shows = (title: string, filter: string) => ({
        command: 'deviceAutomation.jobs.filter',
        title,
        arguments: [filter],
      });
      await read(1, 'running');
      await read(2, 'running');
      assert.equal(item.text, '$(device-desktop) Plant $(sync) 2');
      assert.deepEqual(lines().slice(0, 2), ['Plant', '2 jobs executing']);
      assert.match(lines()[2] ?? '', /^The status of 2 jobs is known, as of \d\d:\d\d$/);
      assert.deepEqual(item.command, shows('Show Executing Jobs', '@executing'));
      await read(2, 'failed');
      assert.equal(item.text, '$(device-desktop) Plant $(sync) 1 $(error) 1');
      const links = ['executing', 'failed'].map(
        word => `command:deviceAutomation.jobs.filter?%5B%22%40${word}%22%5D`,
      );
      assert.equal(lines().at(-1), `[Show Executing Jobs](${links[0]}) · [Show Failed Jobs](${links[1]})`);
      await read(1, 'finished');
      assert.deepEqual(item.command, shows('Show Failed Jobs', '@failed'));
      assert.equal(failures.at(-1), 1);
    }));

  it('says of how many statuses it counts, if not all were read or some long ago', () =>
    withBar(async ({ session, memoryServer, item, lines, clock }) => {
      for (const id of [1, 2, 3]) memoryServer.jobs.set(id, { name: `Job ${id}` });
      await session.jobs.refresh();
      memoryServer.statuses.set(1, 'running');
      const shown = async (ids: readonly number[]) => {
        for (const id of ids) await session.statuses.read(id);
        clock.advance(1_000);
        return [item.text.replace('$(device-desktop) Plant ', ''), lines()[1]];
      };
      const partial = '1 job executing: 1 of 3 statuses were read in the last 5 minutes';
      assert.deepEqual(await shown([1]), ['$(sync) 1+', partial]);
      assert.deepEqual(await shown([2, 3]), ['$(sync) 1', '1 job executing']);
      const nowMs = Math.max(...[...session.statuses.known.values()].map(({ asOfMs }) => asOfMs));
      clock.set(nowMs + 6 * minuteMs);
      clock.advance(minuteMs);
      assert.equal((await shown([]))[0], '$(sync) 1+');
    }));

  it('claims no whole number while pages of the list are unread, also if the server sends no count', () =>
    withBar(async ({ session, memoryServer, item, lines, clock }) => {
      for (const id of [1, 2, 3]) memoryServer.jobs.set(id, { name: `Job ${id}` });
      memoryServer.pageSize = 2;
      memoryServer.hidesCount = true;
      await session.jobs.refresh();
      memoryServer.statuses.set(1, 'running');
      for (const id of [1, 2]) await session.statuses.read(id);
      clock.advance(1_000);
      assert.equal(item.text, '$(device-desktop) Plant $(sync) 1+');
      assert.equal(
        lines()[1],
        '1 job executing: 2 statuses were read in the last 5 minutes, and not all jobs',
      );
      await session.jobs.whole();
      await session.statuses.read(3);
      clock.advance(1_000);
      assert.equal(item.text, '$(device-desktop) Plant $(sync) 1');
    }));

  it('names the jobs that execute, with how long they do, and counts those that take unusually long', () =>
    withBar(async ({ session, memoryServer, item, lines, clock }) => {
      memoryServer.jobs.set(1, { name: 'Backup' });
      await session.jobs.refresh();
      const lastMs = Date.now() - 30.1 * minuteMs;
      const fromMs = lastMs - 6 * hourMs;
      const runs: readonly RealRun[] = [...hourlyRuns(fromMs, 6), [lastMs, 9 * hourMs, '']];
      watchRuns(historyOf(session), 1, { runs, fromMs: fromMs - minuteMs, toMs: Date.now() });
      memoryServer.statuses.set(1, 'running');
      await session.statuses.read(1);
      clock.advance(1_000);
      assert.equal(item.text, '$(device-desktop) Plant $(sync) 1 $(warning) 1');
      assert.ok(
        lines().includes('Backup: executing for at least 30 min, typically 4 min'),
        lines().join('|'),
      );
    }));

  it('shows that the server does not respond, and counts down to the next attempt', () =>
    withBar(async ({ session, item, clock }) => {
      session.outage.failed(statusError(503, 60_000));
      clock.advance(1_000);
      assert.equal(item.text, '$(debug-disconnect) Plant');
      assert.equal(item.backgroundColor?.id, 'statusBarItem.warningBackground');
      assert.deepEqual(item.command, {
        title: 'Check Connection',
        command: 'deviceAutomation.server.check',
        arguments: ['plant'],
      });
      const seconds = () => Number(/retrying in (\d+) s/.exec(linesOf(item).join('\n'))?.[1]);
      const before = seconds();
      clock.advance(5_000);
      assert.equal(seconds(), before - 5);
      session.outage.succeeded();
      clock.advance(1_000);
      assert.deepEqual([item.text, item.backgroundColor], ['$(device-desktop) Plant', undefined]);
      assert.equal(clock.pending, 0);
    }));

  it('has another background and a sign on a production server', () =>
    withBar(
      async ({ item }) => {
        assert.equal(item.backgroundColor?.id, 'statusBarItem.errorBackground');
        assert.match(item.text, /⚠ Plant \(production\)/);
      },
      { production: true },
    ));

  it('draws no icon from the name of a server', () =>
    withBar(async ({ item }) => assert.equal(item.text, '$(device-desktop) ⚠ \\$(bug) (production)'), {
      name: '$(bug)',
      production: true,
    }));

  it('is hidden without a server, whose changes it no longer follows', () =>
    withBar(async ({ session, item, clock, show }) => {
      show(undefined);
      assert.equal(item.isVisible, false);
      session.outage.failed(statusError(503, 60_000));
      assert.equal(clock.pending, 0);
      show(session);
      assert.equal(item.isVisible, true);
    }));

  it('does nothing after it is disposed', () =>
    withBar(async ({ session, item, bar, clock, show }) => {
      bar.dispose();
      session.outage.failed(statusError(503, 60_000));
      show(undefined);
      show(session);
      assert.deepEqual([clock.pending, item.isVisible], [0, false]);
    }));
});
