import type { RunOne } from '../../journal/runItems.ts';
import {
  type DeviceReference,
  findSharedNames,
  type MembershipChange,
  referenceKey,
} from '../../model/membership.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { type ChangedMembers, changeMembers, type MemberChange } from '../../writes/objectEdits.ts';
import { WriteError } from '../../writes/writeResult.ts';

export type GroupChange = Pick<MemberChange, 'group' | 'id' | 'change'>;

/**
 * Changes the devices of groups. A device is only removed from a group after it was added to the groups it moves to.
 */
export class ChangedGroups {
  /** Changes that add devices come first, because the others wait for them. */
  readonly inOrder: readonly GroupChange[];
  readonly #session: ServerSession;
  readonly #changed: ChangedMembers[] = [];
  /** Devices that must stay where they are. */
  readonly #held: DeviceReference[] = [];
  readonly #arrivals = new Map<GroupChange, Promise<ChangedMembers | undefined>>();
  /** The devices of groups that could not be created, once each create has ended. */
  readonly #notCreated: Promise<readonly string[]>[] = [];
  readonly #settle = new Map<GroupChange, (outcome: ChangedMembers | undefined) => void>();
  #shared: ReadonlySet<string> | undefined;

  constructor(session: ServerSession, changes: readonly GroupChange[]) {
    this.#session = session;
    this.inOrder = [...changes.filter(adds), ...changes.filter(change => !adds(change))];
    for (const change of changes.filter(adds))
      this.#arrivals.set(change, new Promise(resolve => this.#settle.set(change, resolve)));
  }

  /**
   * Keeps these devices in their groups until a new group was created with them. Call the returned function when the
   * create has ended.
   */
  awaitCreate(devices: readonly string[]): (isCreated: boolean) => void {
    let settle: (missing: readonly string[]) => void = () => undefined;
    this.#notCreated.push(
      new Promise(resolve => {
        settle = resolve;
      }),
    );
    return isCreated => settle(isCreated ? [] : devices);
  }

  /** Reads the group again and changes it; rejects if none of its devices may be removed. */
  async change(...[item, sending, left]: Parameters<RunOne<GroupChange>>): Promise<void> {
    const settle = this.#settle.get(item);
    try {
      const change = await this.#withoutHeld(item);
      this.#shared ??= findSharedNames(this.#session.devices.all);
      const members = { ...item, change, shared: this.#shared };
      const outcome = await changeMembers(this.#session.writes.groups, members, { onSending: sending });
      this.#changed.push(outcome);
      const { added, removed } = outcome;
      if (added.length + removed.length > 0) left({ add: added, remove: removed });
      settle?.(outcome);
    } finally {
      settle?.(undefined);
    }
  }

  /** The result for the devices; `undefined` if no group was changed. */
  get report(): MembersReport | undefined {
    if (this.#changed.length === 0) return undefined;
    return membersReport(this.#session.server.name, this.#changed, this.#held);
  }

  async #withoutHeld({ change }: GroupChange): Promise<MembershipChange> {
    if (change.remove.length === 0) return change;
    const missing = await this.#missingFor(change);
    const isMissing = ({ name, ...rest }: DeviceReference) =>
      [{ name }, { name, ...rest }].some(reference => missing.has(referenceKey(reference)));
    const held = change.remove.filter(isMissing);
    if (held.length > 0 && held.length === change.remove.length && change.add.length === 0)
      throw new WriteError({ kind: 'devicesNotAdded' });
    this.#held.push(...held);
    return { add: change.add, remove: change.remove.filter(reference => !isMissing(reference)) };
  }

  /** Devices that were not added to the groups they move to. Changes that add devices only wait for creates. */
  async #missingFor(change: MembershipChange): Promise<ReadonlySet<string>> {
    const names = (await Promise.all(this.#notCreated)).flat();
    const missing = new Set(names.map(name => referenceKey({ name })));
    if (change.add.length > 0) return missing;
    for (const [{ change: addition }, arrival] of this.#arrivals) {
      const arrived = await arrival;
      for (const reference of arrived === undefined ? addition.add : arrived.dropped)
        missing.add(referenceKey(reference));
    }
    return missing;
  }
}

function adds({ change }: GroupChange): boolean {
  return change.add.length > 0;
}

export interface MembersReport {
  readonly summary: string;
  /** How the result on the server differs from the request. */
  readonly problems: readonly string[];
}

/** Describes the result of changing the devices of groups, in sentences. */
export function membersReport(
  server: string,
  changed: readonly ChangedMembers[],
  held: readonly DeviceReference[],
): MembersReport {
  const touched = changed.filter(({ added, removed }) => added.length + removed.length > 0);
  const groups = namesOf(touched.length === 0 ? changed : touched, ({ group }) => groupTitle(group), 3);
  const changes = countsText(
    countDevices(touched.flatMap(({ added }) => added)),
    countDevices(touched.flatMap(({ removed }) => removed)),
  );
  return {
    summary:
      changes === ''
        ? t('Nothing to change in {groups} on “{server}”.', { groups, server })
        : t('{groups} on “{server}”: {changes}.', { groups, server, changes }),
    problems: [...changed.flatMap(problemsOf), ...heldText(held)],
  };
}

/** A device that several groups got or lost is one device. */
function countDevices(devices: readonly DeviceReference[]): number {
  return new Set(devices.map(referenceKey)).size;
}

/** "3 devices added, 2 devices removed"; '' for neither. */
function countsText(added: number, removed: number): string {
  return joinTexts(
    ', ',
    added > 0 && plural('{count} device added|{count} devices added', added),
    removed > 0 && plural('{count} device removed|{count} devices removed', removed),
  );
}

function problemsOf({ group, dropped, remaining, lost }: ChangedMembers): string[] {
  const words = (devices: readonly DeviceReference[]) => ({
    devices: namesOf(devices, ({ name }) => name, 10),
    group: groupTitle(group),
  });
  return [
    dropped.length === 0 ? '' : t('The server did not add {devices} to “{group}”.', words(dropped)),
    remaining.length === 0 ? '' : t('The server did not remove {devices} from “{group}”.', words(remaining)),
    lost.length === 0
      ? ''
      : t('The server also removed {devices} from “{group}”, which was not requested.', words(lost)),
  ].filter(text => text !== '');
}

function heldText(held: readonly DeviceReference[]): string[] {
  if (held.length === 0) return [];
  const devices = namesOf(held, ({ name }) => name, 10);
  return [
    plural(
      '{devices} stays in its group: the server did not add it to the other group.|{devices} stay in their groups: the server did not add them to the other group.',
      held.length,
      { devices },
    ),
  ];
}
