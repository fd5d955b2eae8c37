/** Servers give new groups the next free IDs, so this many after the highest one are tried first. */
export const nearbyIds = 20;

/** The order in which IDs are tried for groups whose ID is unknown. Remembered between searches. */
export class GroupIdCandidates {
  /** IDs for which no readable group was found. */
  readonly #absent = new Set<number>();
  #highest = 0;
  /** Every lower ID has been tried. */
  #next = 1;

  /** The highest known ID of a group; 0 for none. */
  get highest(): number {
    return this.#highest;
  }

  found(id: number): void {
    this.#highest = Math.max(this.#highest, id);
  }

  notFound(id: number): void {
    this.#absent.add(id);
  }

  /**
   * First the IDs up to a few after the highest known one, then further ones from where the last search ended.
   * `taken` are the IDs of listed groups. An ID without a group is tried again only if a new group, as `hasNewGroups`
   * says, may have got it.
   */
  *outside(taken: ReadonlySet<number>, hasNewGroups: boolean): Generator<number, undefined, undefined> {
    for (let id = 1; id <= this.#highest + nearbyIds; id++) {
      const isAbsent = this.#absent.has(id) && (id < this.#highest || !hasNewGroups);
      if (!isAbsent && !taken.has(id)) yield id;
    }
    for (;;) {
      const id = Math.max(this.#next, this.#highest + nearbyIds + 1);
      this.#next = id + 1;
      if (!taken.has(id)) yield id;
    }
  }
}
