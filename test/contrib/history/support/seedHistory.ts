import { join } from 'node:path';
import { fingerprintOf } from '../../../../src/api/model/serverFingerprint.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { History } from '../../../../src/contrib/history/common/history.ts';
import { HistoryFiles } from '../../../../src/contrib/history/common/historyFiles.ts';
import type { DemoServer } from '../../../demo/server.ts';
import { withClient } from '../../../support/http/clients.ts';
import type { Session } from '../../../ui/support/session.ts';
import { type RealRun, watchRuns } from './watchedRuns.ts';

export interface SeededJob {
  readonly id: number;
  readonly runs: readonly RealRun[];
}

/** Stores what another window saw of these jobs until now. Call before the server is added. */
export async function seedHistory(
  session: Session,
  server: DemoServer,
  fromMs: number,
  jobs: readonly SeededJob[],
): Promise<void> {
  const history = new History({ extraWords: () => new Map() });
  const files = new HistoryFiles(history, {
    folder: join(session.stateFolder, 'device-automation', 'history', fingerprintOf(server.url)),
    clock: systemClock,
    limits: () => ({ days: 90, bytes: 1_000_000_000 }),
    onFailure: error => {
      throw error;
    },
    onNewer: () => undefined,
  });
  await history.load();
  await withClient({ baseUrl: server.url, getToken: () => server.token }, async client => {
    for (const { id, runs } of jobs) {
      history.read(await client.jobs.get(id), fromMs);
      watchRuns(history, id, { runs, fromMs, toMs: Date.now() });
    }
  });
  await files.close();
}
