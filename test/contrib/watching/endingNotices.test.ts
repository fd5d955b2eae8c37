import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statusKind } from '../../../src/api/model/jobStatus.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import type { NotificationLevel } from '../../../src/contrib/watching/vscode/notificationLevel.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import type { Ending } from '../../../src/store/statuses/statusEvents.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { NewsClaims } = await import('../../../src/contrib/watching/vscode/newsClaims.ts');
const { EndingNotices } = await import('../../../src/contrib/watching/vscode/endingNotices.ts');

type Claims = ConstructorParameters<typeof EndingNotices>[0]['claims'];

/** There is no other window. */
const unclaimed: Claims = { claim: async (_, news) => news };

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** Notices of endings that the test triggers, to a user who watches job 1. */
function setUp(
  { session, memoryServer, user }: Given,
  level: NotificationLevel = 'all',
  claims: Claims = unclaimed,
) {
  for (const id of [1, 2, 3, 4]) memoryServer.jobs.set(id, { name: `Job ${id}` });
  const clock = createManualClock(0);
  const ends = new Emitter<{ session: ServerSession; ending: Ending }>();
  const done: string[] = [];
  const claiming: Promise<unknown>[] = [];
  const notices = new EndingNotices({
    sessions: { onDidEnd: ends.event },
    watchList: { isWatchedNow: (_, id) => id === 1 },
    dialogs: user.dialogs,
    claims: {
      claim: (url, news) => {
        const claim = claims.claim(url, news);
        claiming.push(claim);
        return claim;
      },
    },
    clock,
    level: () => level,
    openJob: async ({ server }, id) => void done.push(`open ${server.id} ${id}`),
    showJobs: async ({ server }, filter) => void done.push(`show ${server.id} “${filter}”`),
  });
  const seen = { beforeMs: 0, endedMs: 0 };
  const end = (word: string, ...ids: number[]) => {
    for (const id of ids) {
      const status = { word, kind: statusKind(word), asOfMs: seen.endedMs };
      const { beforeMs } = seen;
      ends.fire({ session, ending: { id, status, beforeMs } });
    }
  };
  /** Resolves when the user has seen this many notices. */
  const notifications = async (count: number) => {
    while (user.messages.length < count) await new Promise(setImmediate);
    return user.messages;
  };
  const settled = () => Promise.all(claiming);
  return { clock, notices, seen, settled, end, notifications, done };
}

describe('a notification of the end of a watched job', () => {
  it('is not shown while a stop waits for that end, which reports it', () =>
    withMemoryServer(async given => {
      const { clock, end, notifications } = setUp(given);
      given.session.statuses.setInterest('followed', [1], 'stop');
      end('stopped', 1, 2);
      clock.advance(10_000);
      const [only, ...others] = await notifications(1);
      assert.equal(only?.text, '“Job 2” ended on “Plant” (stopped).');
      assert.deepEqual(others, []);
    }));

  it('is a warning when the job failed, and opens it', () =>
    withMemoryServer(async given => {
      const { clock, end, notifications, done } = setUp(given);
      end('failed', 1);
      clock.advance(2_000);
      await notifications(1);
      assert.deepEqual(done, [], 'the notification was closed');
      given.user.press = ([open]) => open;
      end('finished', 2);
      clock.advance(2_000);
      assert.deepEqual(await notifications(2), [
        { kind: 'warn', text: '“Job 1” failed on “Plant”.', actions: ['Open Job'] },
        { kind: 'info', text: '“Job 2” ended on “Plant” (finished).', actions: ['Open Job'] },
      ]);
      await new Promise(setImmediate);
      assert.deepEqual(done, ['open plant 2']);
    }));

  it('is shared by jobs that end within two seconds, and names three of them, failed ones first', () =>
    withMemoryServer(async given => {
      const { clock, end, notifications, done } = setUp(given);
      given.user.press = ([show]) => show;
      end('finished', 1, 2);
      clock.advance(1_999);
      end('finished', 3, 4, 4);
      assert.deepEqual(given.user.messages, []);
      clock.advance(1);
      await notifications(1);
      end('finished', 1, 2);
      end('failed', 3, 4);
      clock.advance(2_000);
      assert.deepEqual(await notifications(2), [
        {
          kind: 'info',
          text: '4 jobs ended on “Plant”: “Job 1”, “Job 2”, “Job 3”, and 1 more.',
          actions: ['Show Jobs'],
        },
        {
          kind: 'warn',
          text: '4 jobs ended on “Plant”, 2 failed: “Job 3” and “Job 4”.',
          actions: ['Show Failed Jobs'],
        },
      ]);
      await new Promise(setImmediate);
      assert.deepEqual(done, ['show plant “”', 'show plant “@failed”']);
    }));

  it('contains the ID of a job that cannot be read, and reads no more jobs than it names', () =>
    withMemoryServer(async given => {
      const { clock, end, notifications } = setUp(given);
      given.memoryServer.jobs.delete(1);
      end('finished', 1, 2, 3, 4);
      clock.advance(2_000);
      const [only] = await notifications(1);
      assert.match(only?.text ?? '', /“#1”, “Job 2”, “Job 3”, and 1 more\.$/);
      assert.deepEqual(
        given.memoryServer.reads,
        [1, 2, 3].map(id => `/automation/api/job/${id}/`),
      );
    }));

  it('is shown by one of several windows for each run', () =>
    withMemoryServer(async given => {
      const folder = await mkdtemp(join(tmpdir(), 'da-claims-'));
      try {
        const windows = [1, 2, 3].map(() =>
          setUp(given, 'all', new NewsClaims(folder, error => assert.fail(String(error)))),
        );
        const endRun = async (run: number, beforeMs: readonly number[], endedMs: readonly number[]) => {
          for (const [index, { seen, end, clock }] of windows.entries()) {
            Object.assign(seen, { beforeMs: beforeMs[index], endedMs: endedMs[index] });
            end('finished', 1);
            clock.advance(2_000);
          }
          await windows[0]?.notifications(run);
        };
        await endRun(1, [100, 90, 0], [110, 120, 130]);
        await endRun(2, [200, 210, 150], [230, 220, 240]);
        // The windows wait for each other's lock.
        await Promise.all(windows.map(({ settled }) => settled()));
        assert.equal(given.user.messages.length, 2);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }));

  it('is shown if the windows cannot agree on one, because none must be missed', () =>
    withMemoryServer(async given => {
      const folder = await mkdtemp(join(tmpdir(), 'da-claims-'));
      try {
        const failures: unknown[] = [];
        const noFolder = join(folder, 'file');
        await writeFile(noFolder, '');
        const { end, clock, notifications } = setUp(
          given,
          'all',
          new NewsClaims(noFolder, error => failures.push(error)),
        );
        end('finished', 1);
        clock.advance(2_000);
        await notifications(1);
        assert.equal(failures.length, 1);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }));

  for (const [level, expected] of [
    ['none', []],
    ['watched', ['“Job 1” ended on “Plant” (finished).']],
    ['failures', ['2 jobs ended on “Plant”, 1 failed: “Job 3”.']],
    ['all', ['3 jobs ended on “Plant”, 1 failed: “Job 3”.']],
  ] as const) {
    it(`depends on the setting: ${level}`, () =>
      withMemoryServer(async given => {
        const { clock, end, notifications } = setUp(given, level);
        end('finished', 1, 2);
        end('failed', 3);
        assert.equal(clock.pending, expected.length);
        clock.advance(2_000);
        const texts = (await notifications(expected.length)).map(({ text }) => text);
        assert.deepEqual(texts, expected);
      }));
  }
});
