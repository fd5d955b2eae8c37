import type { RunItem } from '../../journal/runRecord.ts';
import { groupKey } from '../../model/group.ts';
import {
  type DeviceReference,
  inverseOf,
  type MembershipChange,
  referenceKey,
  sharedNames,
} from '../../model/membership.ts';
import { SkippedError } from '../../model/skippedError.ts';
import { localizer } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import { type ChangedMembers, changeMembers, type MemberChange } from '../../store/groups/memberChange.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';
import { membersReport } from './membersReport.ts';
import { operationTitle } from './runReport.ts';

const { t } = localizer;

export type GroupChange = Pick<MemberChange, 'group' | 'id' | 'change'>;

interface MembersRun {
  readonly changes: readonly GroupChange[];
  readonly isUndo?: boolean;
}

/**
 * Changes the devices of groups, each read again just before, and reports the result on the server. A device is
 * removed only after the groups that it is to be added to have it. “Undo” takes back exactly what changed.
 */
export async function changeGroupMembers(
  context: RunContext,
  session: ServerSession,
  { changes, isUndo = false }: MembersRun,
): Promise<void> {
  const shared = sharedNames(session.knownDevices);
  const arrivals = new Arrivals(changes);
  const changed = new Map<GroupChange, ChangedMembers>();
  const result = await runEach(context, session, {
    act: 'changeMembers',
    title: operationTitle('changeMembers'),
    items: arrivals.inOrder,
    itemOf: membersItem,
    run: async (item, sending) => {
      const done = arrivals.begin(item);
      try {
        const change = await arrivals.ready(item);
        const outcome = await changeMembers(session.groups, { ...item, change, shared }, sending);
        done(outcome);
        changed.set(item, outcome);
      } finally {
        done();
      }
    },
  });
  const again = (items: readonly GroupChange[]) =>
    changeGroupMembers(context, session, { changes: items, isUndo });
  await Promise.all([
    reportFailures(context, session, result, { nameOf: ({ group }) => groupTitle(group), again }),
    reportChanged(context, session, { changed: [...changed.values()], held: arrivals.held, isUndo }),
  ]);
}

interface Changed {
  readonly changed: readonly ChangedMembers[];
  readonly held: readonly DeviceReference[];
  readonly isUndo: boolean;
}

async function reportChanged(
  context: RunContext,
  session: ServerSession,
  { changed, held, isUndo }: Changed,
): Promise<void> {
  if (changed.length === 0) return;
  const { summary, problems } = membersReport(session.server.name, changed, held);
  for (const problem of problems) context.log.error(problem);
  const undo = t('Undo');
  const undoable = inverseChanges(session, changed);
  const actions = isUndo || undoable.length === 0 ? [] : [undo];
  const text = [summary, ...problems.slice(0, 3)].join(' ');
  const { dialogs } = context;
  const chosen = await (problems.length > 0
    ? dialogs.warn(text, ...actions)
    : dialogs.info(text, ...actions));
  if (chosen !== undo) return;
  await changeGroupMembers(context, session, { changes: undoable, isUndo: true });
}

/** What takes back exactly what changed. */
export function inverseChanges(
  { groups }: Pick<ServerSession, 'groups'>,
  changed: readonly ChangedMembers[],
): readonly GroupChange[] {
  return changed.flatMap(({ group, ...outcome }) => {
    const [id, change] = [groups.identity.known(group), inverseOf(outcome)];
    return id === undefined || change.add.length + change.remove.length === 0 ? [] : [{ group, id, change }];
  });
}

/** A change as a journal records it, so that another window can resume it. */
export function membersItem({ group, id, change }: GroupChange): RunItem {
  return {
    name: groupTitle(group),
    id,
    key: groupKey(group),
    marks: { dn: group.dn },
    draft: { ...change },
  };
}

/** Which devices have been added to the groups that they are to be moved to. */
class Arrivals {
  /** Groups that devices are added to come first: the others wait for them. */
  readonly inOrder: readonly GroupChange[];
  /** Devices that stay where they were. */
  readonly held: DeviceReference[] = [];
  readonly #outcomes = new Map<GroupChange, Promise<ChangedMembers | undefined>>();
  readonly #settle = new Map<GroupChange, (outcome: ChangedMembers | undefined) => void>();

  constructor(changes: readonly GroupChange[]) {
    this.inOrder = [...changes.filter(adds), ...changes.filter(change => !adds(change))];
    for (const change of changes.filter(adds))
      this.#outcomes.set(change, new Promise(resolve => this.#settle.set(change, resolve)));
  }

  /** Returns a function to call with the outcome, or with nothing if there is none. */
  begin(item: GroupChange): (outcome?: ChangedMembers) => void {
    return outcome => this.#settle.get(item)?.(outcome);
  }

  /** The change without the devices that did not arrive where they are to be moved to. */
  async ready(item: GroupChange): Promise<MembershipChange> {
    if (adds(item)) return item.change;
    const missing = new Set<string>();
    for (const [{ change }, outcome] of this.#outcomes) {
      const arrived = await outcome;
      for (const reference of arrived === undefined ? change.add : arrived.dropped)
        missing.add(referenceKey(reference));
    }
    const isMissing = (reference: DeviceReference) => missing.has(referenceKey(reference));
    const held = item.change.remove.filter(isMissing);
    if (held.length > 0 && held.length === item.change.remove.length)
      throw new SkippedError('devicesNotAdded');
    this.held.push(...held);
    return { add: [], remove: item.change.remove.filter(reference => !isMissing(reference)) };
  }
}

function adds({ change }: GroupChange): boolean {
  return change.add.length > 0;
}
