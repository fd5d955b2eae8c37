import { dnKey } from '../../../src/api/model/distinguishedName.ts';
import type { GroupRecord, World } from '../../../src/contrib/demo/server/world.ts';
import type { RequestChecks } from '../checks/requestChecks.ts';
import type { HeldServers } from '../saves/heldServers.ts';
import { objectKey, valuesOf } from '../saves/records.ts';

/** Changes of groups on a server by people other than the round's user. */
export class OtherGroups {
  readonly #servers: HeldServers;
  readonly #requests: Pick<RequestChecks, 'wroteElsewhere'>;
  /** By place and `dn`, including deleted groups. */
  readonly #ids = new Map<string, number>();
  /** By place, in list order. */
  readonly #listed = new Map<string, readonly number[]>();
  #created = 0;

  constructor(servers: HeldServers, requests: Pick<RequestChecks, 'wroteElsewhere'>) {
    this.#servers = servers;
    this.#requests = requests;
    for (const [place, { world }] of servers.places) {
      const groups = world.groups.all();
      this.#listed.set(
        place,
        groups.map(({ id }) => id),
      );
      for (const group of groups) this.#wrote(place, group);
    }
  }

  /** The ID of the group at this position in the list. */
  idAt(place: string, number: number): number {
    return this.#listed.get(place)?.[number] ?? 0;
  }

  idOf(place: string, dn: unknown): number | undefined {
    return this.#ids.get(`${place} ${dnKey(String(dn))}`);
  }

  /** The host names of all devices on the server. */
  hostNames(place: string): readonly string[] {
    return (this.#world(place)?.devices.all() ?? []).map(({ hostname }) => hostname);
  }

  /** The name of the device in a group's row. */
  hostName(place: string, id: number): string {
    return this.#world(place)?.devices.get(id)?.hostname.toLowerCase() ?? '';
  }

  /** Adds the device, or removes it if it is in the group. */
  change(place: string, number: number, device: number): void {
    const world = this.#world(place);
    const group = world?.groups.get(this.idAt(place, number));
    const id = world?.devices.all()[device]?.id;
    if (group === undefined || id === undefined) return;
    const { server_set: members } = group;
    group.server_set = members.includes(id) ? members.filter(other => other !== id) : [...members, id];
    this.#wrote(place, group);
  }

  rename(place: string, number: number, value: number): void {
    const group = this.#world(place)?.groups.get(this.idAt(place, number));
    if (group === undefined) return;
    group.name = `Others ${value}`;
    this.#wrote(place, group);
  }

  /** Assigns the ID of a deleted group to a new one. */
  reuse(place: string, number: number): void {
    const groups = this.#world(place)?.groups;
    const group = groups?.get(this.idAt(place, number));
    if (groups === undefined || group === undefined) return;
    this.#created += 1;
    const name = `Payroll ${this.#created}`;
    groups.remove(group.id);
    this.#wrote(place, groups.add({ ...group, name, dn: `CN=${name}` }));
  }

  #world(place: string): World | undefined {
    return this.#servers.places.get(place)?.world;
  }

  #wrote(place: string, group: GroupRecord): void {
    this.#ids.set(`${place} ${dnKey(group.dn)}`, group.id);
    const names = group.server_set.map(id => this.hostName(place, id));
    const values = valuesOf({ name: group.name, dn: group.dn, server_set: names });
    this.#requests.wroteElsewhere(objectKey(place, 'groups', group.id), values);
  }
}
