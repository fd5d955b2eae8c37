import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { statusKind } from '../../../src/model/jobStatus.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import type { Ending } from '../../../src/store/statuses/statusNews.ts';
import { Emitter } from '../../../src/util/emitter.ts';
import { json } from '../../support/http/responders.ts';
import { withScript } from '../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../support/http/wire.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { gate } from '../store/support/fakes.ts';
import { sessionOf } from '../views/support/sessions.ts';

const { EndingNotices } = await import('../../../src/watching/endingNotices.ts');

describe('a notification of the end of a watched job', () => {
  it('is not shown while a stop waits for that end, which reports it', () =>
    withScript(async server => {
      server.otherwise(json(pageWire([jobWire(1), jobWire(2)])));
      const session = sessionOf('Plant', server);
      await session.jobs.refresh();
      const clock = createManualClock(0);
      const ends = new Emitter<{ session: ServerSession; ending: Ending }>();
      const told: string[] = [];
      const tell = gate();
      const note = async (message: string) => {
        told.push(message);
        tell.open();
        return undefined;
      };
      const notices = new EndingNotices({
        sessions: { onDidEnd: ends.event },
        watchList: { isWatched: () => true },
        dialogs: { info: note, warn: note },
        clock,
        level: () => 'all',
        openJob: async () => undefined,
        showJobs: async () => undefined,
      });
      const stopped = { word: 'stopped', kind: statusKind('stopped'), asOfMs: 0 };
      session.statuses.setInterest('followed', [1], 'stop');
      for (const id of [1, 2]) ends.fire({ session, ending: { id, status: stopped } });
      clock.advance(10_000);
      await tell.promise.finally(() => {
        notices.dispose();
        session.dispose();
      });
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', /“Job 2” ended on “Plant” \(stopped\)/);
    }));
});
