import {
  type DeviceReference,
  findSharedNames,
  type MembershipChange,
  referenceKey,
} from '../../../api/model/membership.ts';
import { type ChangedMembers, changeMembers } from '../../../api/writes/objectEdits.ts';
import { WriteError } from '../../../api/writes/writeResult.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { stringsOf } from '../../../base/json.ts';
import type { RunOne } from '../../../store/runs/runItems.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, namesOf } from '../../platform/objectNames.ts';
import type { Step } from './steps.ts';

/**
 * Changes the devices of groups. A device is only removed from a group after it was added to the groups it moves to,
 * whose steps come first (`stageOf`).
 */
export class ChangedGroups {
  readonly #session: ServerSession;
  readonly #changed: ChangedMembers[] = [];
  /** Devices that must stay where they are. */
  readonly #held: DeviceReference[] = [];
  /** What each step has not added yet, or could not add. */
  readonly #missing: Map<Step, readonly DeviceReference[]>;
  #shared: ReadonlySet<string> | undefined;

  constructor(session: ServerSession, steps: readonly Step[]) {
    this.#session = session;
    this.#missing = new Map(steps.map(step => [step, additionsOf(step)]));
  }

  /** A group was created with its devices. */
  created(step: Step): void {
    this.#missing.delete(step);
  }

  /** Reads the group again and changes it; rejects if none of its devices may be removed. */
  async change(...[item, sending, left]: Parameters<RunOne<MembersStep>>): Promise<void> {
    const change = this.#withoutHeld(item);
    this.#shared ??= findSharedNames(this.#session.devices.all);
    const members = { ...item, change, shared: this.#shared };
    const outcome = await changeMembers(this.#session.writes.groups, members, { onSending: sending });
    this.#changed.push(outcome);
    this.#missing.set(item, outcome.dropped);
    const { added, removed } = outcome;
    if (added.length + removed.length > 0) left({ add: added, remove: removed });
  }

  /** The result for the devices; `undefined` if no group was changed. */
  get report(): MembersReport | undefined {
    if (this.#changed.length === 0) return undefined;
    return membersReport(this.#session.server.name, this.#changed, this.#held);
  }

  #withoutHeld({ change }: MembersStep): MembershipChange {
    const missing = this.#missingFor(change);
    const isMissing = ({ name, ...rest }: DeviceReference) =>
      [{ name }, { name, ...rest }].some(reference => missing.has(referenceKey(reference)));
    const held = change.remove.filter(isMissing);
    if (held.length > 0 && held.length === change.remove.length && change.add.length === 0)
      throw new WriteError({ kind: 'devicesNotAdded' });
    this.#held.push(...held);
    return { add: change.add, remove: change.remove.filter(reference => !isMissing(reference)) };
  }

  /** A change that adds devices only waits for new groups: others like it may still be under way. */
  #missingFor({ add }: MembershipChange): ReadonlySet<string> {
    const awaited = [...this.#missing].filter(([{ kind }]) => kind === 'create' || add.length === 0);
    return new Set(awaited.flatMap(([, references]) => references.map(referenceKey)));
  }
}

type MembersStep = Extract<Step, { kind: 'members' }>;

/** The devices that a step puts into a group. */
function additionsOf(step: Step): readonly DeviceReference[] {
  if (step.kind === 'members') return step.change.add;
  if (step.kind !== 'create' || step.objectKind === 'job') return [];
  return stringsOf(step.draft['server_set']).map(name => ({ name }));
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
