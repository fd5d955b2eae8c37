import { getOrAdd } from '../../util/collections.ts';

const nothing: ReadonlySet<never> = new Set<never>();

/** Maps members of lists to the owners of the lists. */
export class ReverseMap<Member, Owner> {
  readonly #owners = new Map<Member, Set<Owner>>();

  get(member: Member | undefined): ReadonlySet<Owner> {
    return (member === undefined ? undefined : this.#owners.get(member)) ?? nothing;
  }

  add(members: Iterable<Member>, owner: Owner): void {
    for (const member of members) getOrAdd(this.#owners, member, () => new Set()).add(owner);
  }

  remove(members: Iterable<Member>, owner: Owner): void {
    for (const member of members) {
      const owners = this.#owners.get(member);
      owners?.delete(owner);
      if (owners?.size === 0) this.#owners.delete(member);
    }
  }
}
