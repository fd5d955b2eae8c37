import * as z from 'zod/mini';
import type { WriteRecord } from '../../../api/transport/requestLog.ts';
import { jsonOrUndefined } from '../../../base/json.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { History } from './history.ts';

const histories = new WeakMap<ServerSession, History>();

/**
 * What was seen of a session's jobs, in the server's time. A session without a history of its server gets one of its
 * own, which sees what the session sees from now on.
 */
export function historyOf(session: ServerSession): History {
  const known = histories.get(session);
  if (known !== undefined) return known;
  const history = new History({ extraWords: () => new Map() });
  recordSession(session, history);
  return history;
}

/** Lets the history of a server see what a session sees. */
export function recordSession(session: ServerSession, history: History): void {
  histories.set(session, history);
  const { serverTime } = session;
  let { jumps } = serverTime;
  session.onLook(({ id, word, sentMs, receivedMs }) => {
    const bounds = serverTime.boundsOf({ sentMs, receivedMs });
    if (serverTime.jumps !== jumps) history.cut();
    jumps = serverTime.jumps;
    history.look(id, { word, ...bounds });
  });
  session.onFailedLook(id => history.failed(id, serverTime.nowMs));
  session.onDidWrite(record => {
    const stopped = stoppedIn(record);
    if (stopped.length > 0) history.stopped(stopped, serverTime.nowMs);
  });
}

const StopSchema = z.looseObject({ obj_id: z.array(z.int()) });

/** The jobs that a write has stopped. */
function stoppedIn({ request, body, outcome }: WriteRecord): readonly number[] {
  if (request.operation !== 'stopJobs' || outcome !== 'done') return [];
  return StopSchema.safeParse(jsonOrUndefined(body)).data?.obj_id ?? [];
}
