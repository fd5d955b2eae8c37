import { countBy, pushTo } from '../../base/collections.ts';
import { type Device, deviceNameKey, deviceWriteName } from './device.ts';

/** Refers to a device in a change of a group: by its ID if the server sends one, otherwise by its name. */
export interface DeviceReference {
  readonly name: string;
  readonly id?: number;
}

export interface MembershipChange {
  readonly add: readonly DeviceReference[];
  readonly remove: readonly DeviceReference[];
}

export interface MembershipPlan {
  readonly isChange: boolean;
  /** The complete list to write. */
  readonly names: readonly string[];
  /** Remaining devices that no request can name reliably: writing the list could lose them. */
  readonly unnameable: readonly Device[];
}

export interface MembershipResult {
  /** Requested, absent before and present now. */
  readonly added: readonly DeviceReference[];
  /** Present before and absent now, requested or not. */
  readonly removed: readonly DeviceReference[];
  /** To be added, but not in the server's group. */
  readonly dropped: readonly DeviceReference[];
  /** To be removed, but still there. */
  readonly remaining: readonly DeviceReference[];
  /** Removed although that was not requested. */
  readonly lost: readonly DeviceReference[];
}

/** `undefined` for a device that no request can name. */
export function referenceTo(device: Device): DeviceReference | undefined {
  const name = deviceWriteName(device);
  if (name === undefined) return undefined;
  return device.id === undefined ? { name } : { name, id: device.id };
}

export function referenceKey({ id, name }: DeviceReference): string {
  return id === undefined ? deviceNameKey(name) : `#${id}`;
}

/** Names, normalized by `deviceNameKey`, that several of these devices share. */
export function findSharedNames(devices: Iterable<Device>): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const device of devices) {
    const name = deviceNameKey(deviceWriteName(device) ?? '');
    const owner = device.id === undefined ? `${device.addr}\n${device.server_id}` : `#${device.id}`;
    if (owners.has(name) && owners.get(name) !== owner) shared.add(name);
    owners.set(name, owner);
  }
  return shared;
}

/** Applies a change to the devices of a group; `shared` are names that several known devices share. */
export function planMembership(
  current: readonly Device[],
  change: MembershipChange,
  shared: ReadonlySet<string> = new Set(),
): MembershipPlan {
  const members = new Members(current);
  const removed = new Set(change.remove.flatMap(reference => members.matching(reference)));
  const kept = current.filter(device => !removed.has(device));
  const stay = new Members(kept);
  const added = distinctReferences(change.add.filter(reference => stay.matching(reference).length === 0));
  const names = [...kept.map(device => deviceWriteName(device) ?? ''), ...added.map(({ name }) => name)];
  const counts = countBy(names, deviceNameKey);
  const isCertain = (name: string) => name !== '' && counts.get(name) === 1 && !shared.has(name);
  return {
    isChange: removed.size + added.length > 0,
    names,
    unnameable: kept.filter(device => !isCertain(deviceNameKey(deviceWriteName(device) ?? ''))),
  };
}

export function membershipResult(
  before: readonly Device[],
  after: readonly Device[],
  change: MembershipChange,
): MembershipResult {
  const [had, has] = [new Members(before), new Members(after)];
  const isIn = (members: Members) => (reference: DeviceReference) => members.matching(reference).length > 0;
  const wanted = distinctReferences(change.add);
  const requested = new Set(change.remove.flatMap(reference => had.matching(reference)));
  const gone = before.filter(device => !has.hasDevice(device));
  return {
    added: wanted
      .filter(reference => !isIn(had)(reference))
      .flatMap(reference =>
        has
          .matching(reference)
          .slice(0, 1)
          .map(device => referenceTo(device) ?? reference),
      ),
    removed: gone.flatMap(device => referenceTo(device) ?? []),
    dropped: wanted.filter(reference => !isIn(has)(reference)),
    remaining: distinctReferences(change.remove).filter(isIn(has)),
    lost: gone.filter(device => !requested.has(device)).flatMap(device => referenceTo(device) ?? []),
  };
}

export function findAbsent(
  devices: readonly Device[],
  references: readonly DeviceReference[],
): DeviceReference[] {
  const members = new Members(devices);
  return distinctReferences(references.filter(reference => members.matching(reference).length === 0));
}

export function othersThan(devices: readonly Device[], references: readonly DeviceReference[]): Device[] {
  const members = new Members(devices);
  const named = new Set(references.flatMap(reference => members.matching(reference)));
  return devices.filter(device => !named.has(device));
}

class Members {
  readonly #byId = new Map<number, Device>();
  readonly #byName = new Map<string, Device[]>();

  constructor(devices: readonly Device[]) {
    for (const device of devices) {
      if (device.id !== undefined) this.#byId.set(device.id, device);
      for (const name of new Set([deviceNameKey(device.hostname), deviceNameKey(device.addr)])) {
        if (name !== '') pushTo(this.#byName, name, device);
      }
    }
  }

  /** Devices that match the reference: by ID if both have one, otherwise by host name or address. */
  matching({ id, name }: DeviceReference): readonly Device[] {
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known !== undefined) return [known];
    const named = this.#byName.get(deviceNameKey(name)) ?? [];
    return id === undefined ? named : named.filter(device => device.id === undefined);
  }

  hasDevice(device: Device): boolean {
    const reference = { name: deviceWriteName(device) ?? '' };
    return this.matching(device.id === undefined ? reference : { ...reference, id: device.id }).length > 0;
  }
}

export function distinctReferences(references: readonly DeviceReference[]): DeviceReference[] {
  return [...new Map(references.map(reference => [referenceKey(reference), reference])).values()];
}
