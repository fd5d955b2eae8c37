import { getOrAdd } from '../util/collections.ts';
import { type Device, deviceKey, deviceNameKey } from './device.ts';

/**
 * Numbers devices so that lists can be compared as numbers. Each list is numbered only once. A server may describe one
 * device differently in jobs and groups: without its ID, in another case, or by its address alone. Such descriptions
 * have different numbers, but the same first number (`sameAs`).
 */
export class DeviceNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #lists = new WeakMap<readonly Device[], Int32Array>();
  /** The newest description by number. */
  readonly #devices: Device[] = [];
  readonly #byName = new Map<string, Set<number>>();
  /** The first description with a name, of those with and without what identifies a device better. */
  readonly #firstWith = new Map<string, number>();
  readonly #firstWithout = new Map<string, number>();
  /** The devices with several descriptions, by each of their numbers. */
  readonly #same = new Map<number, readonly number[]>();
  #distinct = new WeakMap<readonly Device[], Int32Array>();

  /** Numbers run from 0 to `count - 1`. */
  get count(): number {
    return this.#devices.length;
  }

  /** The numbers of the descriptions in a list. Lists are immutable: a changed list is a new one. */
  of(devices: readonly Device[]): Int32Array {
    return getOrAdd(this.#lists, devices, () => Int32Array.from(devices, device => this.#add(device)));
  }

  /** The numbers of the devices in a list, which are the same for all descriptions of a device. */
  distinct(devices: readonly Device[]): Int32Array {
    const numbers = this.of(devices);
    if (this.#same.size === 0) return numbers;
    return getOrAdd(this.#distinct, devices, () => numbers.map(number => this.#first(number)));
  }

  /** The numbers of all descriptions of the device. */
  sameAs(device: Device): readonly number[] {
    return this.#allOf(this.#add(device));
  }

  /** The numbers of all descriptions of the devices with this host name or address, ignoring case. */
  named(name: string): readonly number[] {
    const key = deviceNameKey(name);
    const found = [...(this.#byName.get(key) ?? [])].filter(number => {
      const device = this.#devices[number];
      return device !== undefined && namesOf(device).includes(key);
    });
    return [...new Set(found.flatMap(number => this.#allOf(number)))];
  }

  #add(device: Device): number {
    const number = getOrAdd(this.#numbers, deviceKey(device), () => this.#devices.length);
    const before = this.#devices[number];
    this.#devices[number] = device;
    if (before?.hostname !== device.hostname || before.addr !== device.addr) this.#register(number, device);
    return number;
  }

  /** Finds an earlier description of the same device by its host name, or by its address if one lacks a host name. */
  #register(number: number, device: Device): void {
    const [host, addresses] = [hostOf(device), addressesOf(device)];
    if (host !== '') this.#joinBy(`host ${host}`, number, device.id !== undefined);
    for (const address of addresses) this.#joinBy(`address ${address}`, number, host !== '');
    for (const name of namesOf(device)) getOrAdd(this.#byName, name, () => new Set()).add(number);
  }

  /** Two descriptions that both have something better than this name, such as an ID, are not compared by the name. */
  #joinBy(name: string, number: number, hasBetter: boolean): void {
    const without = this.#firstWithout.get(name);
    const other = hasBetter ? without : (without ?? this.#firstWith.get(name));
    if (other !== undefined) this.#join(number, other);
    const firsts = hasBetter ? this.#firstWith : this.#firstWithout;
    if (!firsts.has(name)) firsts.set(name, number);
  }

  #join(number: number, other: number): void {
    const [own, others] = [this.#allOf(number), this.#allOf(other)];
    if (own.includes(other)) return;
    const all = [...others, ...own].sort((a, b) => a - b);
    if (!areOne(all.flatMap(each => this.#devices[each] ?? []))) return;
    for (const each of all) this.#same.set(each, all);
    this.#distinct = new WeakMap();
  }

  #allOf(number: number): readonly number[] {
    return this.#same.get(number) ?? [number];
  }

  #first(number: number): number {
    return this.#same.get(number)?.[0] ?? number;
  }
}

/** Whether descriptions that share names can be of one device: they have at most one ID and one host name. */
function areOne(devices: readonly Device[]): boolean {
  const ids = new Set(devices.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const hosts = new Set(devices.map(hostOf).filter(host => host !== ''));
  return ids.size <= 1 && hosts.size <= 1;
}

/** Some servers return the address by which a request named a device as its host name. */
function hostOf({ hostname }: Device): string {
  return isAddress(hostname) ? '' : deviceNameKey(hostname);
}

function addressesOf({ hostname, addr }: Device): readonly string[] {
  return (isAddress(hostname) ? [hostname, addr] : [addr]).map(deviceNameKey).filter(name => name !== '');
}

function namesOf({ hostname, addr }: Device): readonly string[] {
  return [deviceNameKey(hostname), deviceNameKey(addr)].filter(name => name !== '');
}

function isAddress(name: string): boolean {
  return /^[\d.]+$|:/.test(name.trim());
}
