import { isGone } from '../api/errors.ts';
import { localizer } from '../host/localize.ts';
import { namesOf } from '../host/objectNames.ts';
import { confirmOn } from '../host/productionGuard.ts';
import type { InterruptedRun } from '../host/runJournal.ts';
import type { ItemOutcome } from '../host/runRecord.ts';
import { groupKey } from '../model/group.ts';
import { normaliseBaseUrl } from '../model/server.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { createAgain, type Recreation } from './createAgain.ts';
import type { CommandParts, ObjectKind } from './parts.ts';
import { actTitle, countsText, runReport } from './runReport.ts';

const { t, plural } = localizer;

/** A window that was just closed may still be ending: its runs are looked at again. */
const lookAgainMs = 10_000;
const looksAtMost = 200;

/** Tells of runs on many objects that a crash or a closed window has cut off, and goes on with the rest. */
export class InterruptedRuns {
  readonly #parts: CommandParts;
  readonly #clock: Clock;
  #looks = 0;
  #next: ScheduledCall | undefined;

  constructor(parts: CommandParts, clock: Clock) {
    this.#parts = parts;
    this.#clock = clock;
  }

  async look(): Promise<void> {
    const { runs, others } = await this.#parts.journal.interrupted();
    for (const run of runs) {
      void this.#tell(run).catch((error: unknown) => this.#parts.notices.show(error, undefined));
    }
    this.#looks += 1;
    if (others && this.#looks < looksAtMost)
      this.#next = this.#clock.schedule(lookAgainMs, () => void this.look());
  }

  dispose(): void {
    this.#next?.dispose();
  }

  /**
   * What is left lies in the journal until the person has answered, and until what goes on with it is written
   * down itself: a notice that was not seen comes again.
   */
  async #tell(run: InterruptedRun): Promise<void> {
    const { dialogs, documents, sessions } = this.#parts;
    const show = t('Show Report');
    const goOn = t('Go On…');
    const undo = t('Create Deleted Again');
    const configured = sessions.get(run.server.id);
    // At another URL the same ids are those of other objects.
    const hasMoved = configured !== undefined && placeOf(configured.server.url) !== placeOf(run.server.url);
    const session = hasMoved ? undefined : configured;
    const actions = [
      ...(session !== undefined && restOf(run).length > 0 ? [goOn] : []),
      ...(session !== undefined && deletedIn(run).length > 0 ? [undo] : []),
    ];
    const words = { act: actTitle(run.act), server: run.server.name, counts: countsText(run) };
    const interruption = t('“{act}” on “{server}” was interrupted: {counts}', words);
    const text = hasMoved
      ? `${interruption} ${t('The server was at {url} then, so this cannot go on.', { url: run.server.url })}`
      : interruption;
    let answer = await dialogs.warn(text, show, ...actions);
    if (answer === show) {
      await documents.showText(runReport(run), 'plaintext');
      answer = actions.length === 0 ? undefined : await dialogs.warn(text, ...actions);
    }
    if (answer === goOn && session !== undefined) {
      this.#parts.journal.onceBegun(run, run.discard);
      await this.#goOn(run, session);
    }
    if (answer === undo && session !== undefined) {
      const act = kindOf(run) === 'job' ? 'createJobs' : 'createGroups';
      this.#parts.journal.onceBegun({ act, server: run.server }, run.discard);
      await createAgain(this.#parts, session, kindOf(run), deletedIn(run));
    }
    await run.discard();
  }

  /** The usual commands do the rest, and ask as usual. */
  async #goOn(run: InterruptedRun, session: ServerSession): Promise<void> {
    const server = session.server.id;
    if (run.act === 'createJobs' || run.act === 'createGroups') return this.#create(run, session);
    if (run.act === 'deleteGroups') {
      await session.groups.refresh();
      const keys = new Set(restOf(run).map(({ key }) => key));
      const rows = session.groups.entries
        .filter(({ group }) => keys.has(groupKey(group)))
        .map(({ key }) => ({ kind: 'group', serverId: server, groupKey: key }));
      return rows.length === 0
        ? this.#nothingLeft()
        : this.#parts.runCommand('deviceAutomation.group.delete', rows[0], rows);
    }
    const ids = await idsThere(session, restOf(run));
    return ids.length === 0
      ? this.#nothingLeft()
      : this.#parts.runCommand(commands[run.act], { ids, server });
  }

  async #create(run: InterruptedRun, session: ServerSession): Promise<void> {
    const items: Recreation[] = restOf(run).flatMap(({ name, draft, is }) =>
      draft === undefined ? [] : [{ name, draft, isRepeated: is === 'unknown' }],
    );
    const isSure = await confirmOn(session.server, this.#parts.dialogs, {
      message: plural(
        'Create {count} object on “{server}”?|Create {count} objects on “{server}”?',
        items.length,
        { server: session.server.name },
      ),
      detail: namesOf(items, ({ name }) => name, 10),
      action: t('Create'),
    });
    if (isSure) await createAgain(this.#parts, session, kindOf(run), items);
  }

  async #nothingLeft(): Promise<void> {
    await this.#parts.dialogs.info(t('Nothing is left to do: the rest is not on the server any more.'));
  }
}

const commands = {
  deleteJobs: 'deviceAutomation.job.delete',
  enableJobs: 'deviceAutomation.job.enable',
  disableJobs: 'deviceAutomation.job.disable',
  stopJobs: 'deviceAutomation.job.stop',
} as const;

function kindOf({ act }: InterruptedRun): ObjectKind {
  return act === 'deleteGroups' || act === 'createGroups' ? 'group' : 'job';
}

/** The URL in its one form. */
function placeOf(url: string): string {
  const base = normaliseBaseUrl(url);
  return base.kind === 'ok' ? base.url : url;
}

/** What may still have to be done. */
function restOf({ items }: InterruptedRun): readonly ItemOutcome[] {
  return items.filter(({ is }) => is !== 'done');
}

function deletedIn({ act, items }: InterruptedRun): Recreation[] {
  if (act !== 'deleteJobs' && act !== 'deleteGroups') return [];
  return items.flatMap(({ is, name, kept }) =>
    is === 'done' && kept !== undefined ? [{ name, draft: kept }] : [],
  );
}

/** The ids among these that the server still knows. */
async function idsThere(session: ServerSession, items: readonly ItemOutcome[]): Promise<number[]> {
  const ids = items.map(({ id }) => id).filter(id => id !== undefined);
  const found = await Promise.all(
    ids.map(id =>
      session.jobs.read(id).then(
        () => id,
        (error: unknown) => {
          if (isGone(error)) return undefined;
          throw error;
        },
      ),
    ),
  );
  return found.filter(id => id !== undefined);
}
