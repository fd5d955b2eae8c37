import { type Device, deviceKey, deviceNameKey, deviceWriteName } from '../../api/model/device.ts';
import { getOrAdd } from '../../base/collections.ts';

const sliceLength = 2_000;

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
  /** Almost all names belong to one number. */
  readonly #byName = new Map<string, number | readonly number[]>();
  readonly #hosts = new FirstNumbers();
  readonly #addresses = new FirstNumbers();
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

  /** Numbers a long list in slices, so that `of` takes no time. */
  async prepare(devices: readonly Device[], yieldToHost: () => Promise<void>): Promise<void> {
    if (this.#lists.has(devices)) return;
    for (let index = 0; index < devices.length; index += sliceLength) {
      for (const device of devices.slice(index, index + sliceLength)) this.#add(device);
      if (devices.length > sliceLength) await yieldToHost();
    }
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
    const named = this.#byName.get(key) ?? [];
    const found = (typeof named === 'number' ? [named] : named).filter(number => {
      const device = this.#devices[number];
      return device !== undefined && isNamed(device, key);
    });
    return [...new Set(found.flatMap(number => this.#allOf(number)))];
  }

  /** The numbers, as in `distinct`, of devices that were seen with the same name as another one. */
  get sharedNames(): ReadonlyMap<number, string> {
    const shared = new Map<number, string>();
    for (const [name, numbers] of this.#byName) {
      if (typeof numbers === 'number') continue;
      const named = numbers.filter(number => {
        const device = this.#devices[number];
        return device !== undefined && deviceNameKey(deviceWriteName(device) ?? '') === name;
      });
      for (const number of named) shared.set(this.#first(number), name);
    }
    return shared;
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
    const { host, addresses } = identityOf(device);
    if (host !== '') this.#joinBy(this.#hosts, host, { number, hasBetter: device.id !== undefined });
    for (const address of addresses)
      this.#joinBy(this.#addresses, address, { number, hasBetter: host !== '' });
    for (const name of host === '' ? addresses : [host, ...addresses]) this.#addName(name, number);
  }

  #addName(name: string, number: number): void {
    const named = this.#byName.get(name);
    if (named === undefined) this.#byName.set(name, number);
    else if (typeof named === 'number') {
      if (named !== number) this.#byName.set(name, [named, number]);
    } else if (named.at(-1) !== number) this.#byName.set(name, [...named, number]);
  }

  /** Two descriptions that both have something better than this name, such as an ID, are not compared by the name. */
  #joinBy(firsts: FirstNumbers, name: string, described: Described): void {
    const other = firsts.comparable(name, described);
    if (other !== undefined) this.#join(described.number, other);
    firsts.add(name, described);
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

/** A description that is being numbered; `hasBetter`: it has something that identifies it better than a name. */
interface Described {
  readonly number: number;
  readonly hasBetter: boolean;
}

/** The first description with each name, of those with and without something better. */
class FirstNumbers {
  readonly #with = new Map<string, number>();
  readonly #without = new Map<string, number>();

  comparable(name: string, { hasBetter }: Described): number | undefined {
    const without = this.#without.get(name);
    return hasBetter ? without : (without ?? this.#with.get(name));
  }

  add(name: string, { number, hasBetter }: Described): void {
    const firsts = hasBetter ? this.#with : this.#without;
    if (!firsts.has(name)) firsts.set(name, number);
  }
}

/** Whether descriptions that share names can be of one device: they have at most one ID and one host name. */
function areOne(devices: readonly Device[]): boolean {
  const ids = new Set(devices.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const hosts = new Set(devices.map(device => identityOf(device).host).filter(host => host !== ''));
  return ids.size <= 1 && hosts.size <= 1;
}

/** Some servers return the address by which a request named a device as its host name. */
function identityOf({ hostname, addr }: Device): { readonly host: string; readonly addresses: string[] } {
  const [host, address] = [deviceNameKey(hostname), deviceNameKey(addr)];
  const addresses = address === '' || address === host ? [] : [address];
  return looksLikeAddress(host) ? { host: '', addresses: [host, ...addresses] } : { host, addresses };
}

function isNamed({ hostname, addr }: Device, key: string): boolean {
  return deviceNameKey(hostname) === key || deviceNameKey(addr) === key;
}

function looksLikeAddress(name: string): boolean {
  return name !== '' && /^[\d.]+$|:/.test(name);
}
