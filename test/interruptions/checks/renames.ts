import { normal, type Records, type Values } from '../saves/records.ts';

/** A new name that the user typed over the one in an input box. */
export interface Renaming {
  readonly place: string;
  readonly before: string;
  readonly name: string;
  /** When the user typed it: the window reads the job again after that. */
  readonly at: number;
}

/** A request that renames a job. */
interface NameChange {
  readonly slot: number;
  readonly place: string;
  readonly id: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The new names that the user typed, and what they saw before. */
export class Renames {
  readonly #ledger: Records;
  readonly #typed: Renaming[] = [];

  constructor(records: Records) {
    this.#ledger = records;
  }

  typed(renaming: Renaming): void {
    this.#typed.push(renaming);
  }

  /** Whether the user wanted this; `lost` is a name that it overwrites although nobody saw it. */
  wanted({ slot, place, id, body }: NameChange): { readonly lost?: string | undefined } | undefined {
    if (Object.keys(body).join() !== 'name') return undefined;
    const here = this.#typed.filter(other => other.place === place);
    const meant = here.filter(({ name }) => name === body['name']);
    const [first] = meant;
    if (first === undefined) return undefined;
    // A user who renames twice knows both names, even while the first is still in flight.
    const seen = [...meant.map(({ before }) => before), ...here.map(({ name }) => name)];
    const seenNames = new Set(seen.map(name => normal('name', name)));
    return { lost: this.#unseen({ slot, job: `${place} ${id}` }, seenNames, first.at) };
  }

  /** Whether the user has already replaced this name with the one that they then chose to overwrite. */
  replaced(chosen: Values, { place, since, now }: { place: string; since: number; now: string | undefined }) {
    return this.#typed.some(
      ({ at, before, name, ...other }) =>
        other.place === place &&
        at > since &&
        normal('name', before) === chosen.name &&
        normal('name', name) === now,
    );
  }

  /**
   * A name on the server that the user has not seen. Of concurrent reads, the one requested later counts as newer,
   * because responses contain nothing more precise. What others write after that read, and before the new name reaches
   * the server, is overwritten.
   */
  #unseen(reader: Parameters<Records['readings']>[0], seen: ReadonlySet<string>, at: number) {
    const readings = this.#ledger.readings(reader);
    const isSeen = ({ values }: { readonly values: Values }) => seen.has(values.name);
    const own = readings.filter(reading => reading.askedAt > at && isSeen(reading));
    const known = this.#ledger.known(reader);
    if (known === undefined || isSeen(known)) return undefined;
    const isOutdated = own.some(reading =>
      readings.every(other => isSeen(other) || other.at < reading.at || other.askedAt < reading.askedAt),
    );
    return isOutdated ? undefined : known.values.name;
  }
}
