/** Servers give new groups the next IDs; as many after the highest one are tried before others. */
export const nearbyIds = 20;

/** The order in which IDs are tried for groups whose ID is not known, remembered from one search to the next. */
export class GroupIdCandidates {
  /** IDs that no readable group had. */
  readonly #absent = new Set<number>();
  #highest = 0;
  /** Every ID below this one was tried. */
  #next = 1;

  /** The highest ID that a group is known to have; 0 for none. */
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
   * IDs up to a few after the highest known one, then further ones where the last search ended. `taken` are IDs of
   * listed groups. An ID that was absent is tried again only if a group that was created since, one of `hasNewGroups`,
   * may have got it.
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
