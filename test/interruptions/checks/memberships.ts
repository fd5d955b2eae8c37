import type { Exchange } from '../saves/heldServers.ts';
import { hostNames, objectKey, type Records, type Values } from '../saves/records.ts';

/** Devices to add to and remove from one group. */
interface Difference {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface MemberChange extends Difference {
  readonly id: number;
  /** What identifies the group to the user, who may have seen several. */
  readonly dns: ReadonlySet<string>;
}

/** One command on devices of groups, which remains the user's intent even after its window has closed. */
export interface MemberCommand {
  readonly slot: number;
  readonly place: string;
  readonly changes: readonly MemberChange[];
}

interface Running extends Omit<MemberChange, keyof Difference> {
  readonly slot: number;
  readonly place: string;
  readonly at: number;
  /** For an undo: the possible differences, if it could be based on several reads. */
  readonly options: readonly Difference[];
  /** All changes of the same command, including this one. */
  readonly command: readonly Running[];
  readonly isUndo: boolean;
  /** Several commands could have sent the write, so it is unknown whether this one did. */
  isDoubtful: boolean;
  sent: Exchange | undefined;
  /** When the server carried out the first write. It is repeated if a read after that shows that others undid it. */
  writtenAt: number | undefined;
  isRepeated: boolean;
  /** What the write changes, for each read that it could be based on. */
  effects: readonly Effect[];
  isInterrupted: boolean;
}

/** What a write changes relative to one read of the group. */
interface Effect extends Difference {
  readonly askedAt: number;
}

interface Written {
  readonly job: string;
  readonly before: Values | undefined;
  readonly after: Values;
}

/** The devices that the user wanted to be added to groups and removed from them. */
export class Memberships {
  readonly #ledger: Records;
  readonly #violated: (what: string) => void;
  readonly #changes: Running[] = [];

  constructor(records: Records, violated: (what: string) => void) {
    this.#ledger = records;
    this.#violated = violated;
  }

  commanded({ slot, place, changes }: MemberCommand): void {
    this.#begin(
      { slot, place, isUndo: false },
      changes.map(({ id, dns, add, remove }) => ({
        id,
        dns,
        options: [{ add, remove }],
        isDoubtful: false,
      })),
    );
  }

  /** Records that the user wants to undo what commands of this window have changed. */
  undone(slot: number): void {
    // Which of several reports the user reads does not matter here: each of them may be undone.
    const done = this.#changes.filter(
      change =>
        change.sent?.slot === slot && change.effects.length > 0 && !change.isUndo && isReported(change),
    );
    for (const command of new Set(done.map(change => change.command))) {
      const changes = done.filter(change => change.command === command);
      this.#begin(
        { slot, place: changes[0]?.place ?? '', isUndo: true },
        changes.map(({ id, dns, effects, isDoubtful }) => ({
          id,
          dns,
          options: effects.map(reversed),
          isDoubtful,
        })),
      );
    }
  }

  /** Records that a window was killed; without a slot, one that was silent for so long that it counts as killed. */
  interrupted(slot?: number): void {
    for (const change of this.#changes)
      if (slot === undefined || slot === change.slot) change.isInterrupted = true;
  }

  /**
   * The command that sent this if the user wanted it, based on what was read after they issued it. What would be too
   * early for a move belongs to a save if the user is saving the same list.
   */
  wanted(
    exchange: Exchange,
    { id, body, isSaved }: { id: number; body: Readonly<Record<string, unknown>>; isSaved: boolean },
  ): string | undefined {
    if (Object.keys(body).join() !== 'server_set') return undefined;
    const sent = hostNames(body['server_set']);
    const found = this.#changes
      .filter(change => change.id === id && change.place === exchange.place && isFree(change))
      .map(change => ({ change, effects: this.#effects(change, exchange.slot, sent) }))
      .filter(({ effects }) => effects.length > 0)
      // Of several equivalent commands, the one that others have not made impossible, based on the newest read.
      .map(({ change, effects }) => ({ change, effects, early: this.#early(change, exchange.slot, effects) }))
      .sort(
        (a, b) => Number(a.early !== '') - Number(b.early !== '') || newest(b.effects) - newest(a.effects),
      );
    const [first] = found;
    if (first === undefined || (first.early !== '' && isSaved)) return undefined;
    const { change } = first;
    change.isRepeated = change.writtenAt !== undefined;
    change.sent = exchange;
    change.isDoubtful ||= new Set(found.map(other => other.change.command)).size > 1;
    change.effects = change.isRepeated ? [...change.effects, ...first.effects] : first.effects;
    if (first.early !== '') this.#violated(first.early);
    return writer(exchange.slot);
  }

  /** The next write of the same window must not lose what it added or restore what it removed. */
  written(exchange: Exchange, { job, before, after }: Written): void {
    const change = this.#changes.find(({ sent }) => sent === exchange);
    if (change !== undefined) change.writtenAt ??= this.#ledger.now;
    if (change === undefined || this.#ledger.lastWriter(job, 'server_set') !== writer(exchange.slot)) return;
    const [had, has] = [namesIn(before), namesIn(after)];
    const isMeant = (kind: keyof Difference, name: string) =>
      change.options.some(option => option[kind].includes(name));
    const lost = had.filter(name => !has.includes(name) && !isMeant('remove', name));
    const back = has.filter(name => !had.includes(name) && !isMeant('add', name));
    if (lost.length + back.length > 0)
      this.#violated(`${[...lost, ...back].join()} of ${job} comes or goes by a change of something else`);
  }

  #begin(
    about: Pick<Running, 'slot' | 'place' | 'isUndo'>,
    changes: readonly Pick<Running, 'id' | 'dns' | 'options' | 'isDoubtful'>[],
  ): void {
    const command: Running[] = [];
    for (const change of changes)
      command.push({
        ...about,
        ...change,
        at: this.#ledger.now,
        command,
        sent: undefined,
        writtenAt: undefined,
        isRepeated: false,
        effects: [],
        isInterrupted: false,
      });
    this.#changes.push(...command);
  }

  /** What this list changes relative to each read of the group that it could be based on. */
  #effects(change: Running, slot: number, sent: readonly string[]): readonly Effect[] {
    const readings = this.#ledger
      .readings({ slot, job: objectKey(change.place, 'groups', change.id) })
      .filter(
        ({ askedAt, values }) => askedAt > (change.writtenAt ?? change.at) && change.dns.has(values.dn),
      );
    return readings.flatMap(({ values, askedAt }) => {
      const had = namesIn(values);
      const isMade = change.options.some(option => applied(had, option).join() === sent.join());
      if (!isMade) return [];
      const add = sent.filter(name => !had.includes(name));
      const remove = had.filter(name => !sent.includes(name));
      // What is already there is not written again.
      return add.length + remove.length === 0 ? [] : [{ add, remove, askedAt }];
    });
  }

  /** A device that is moved leaves one group only after it is in the other; '' if that is the case. */
  #early({ place, at, command, id: own }: Running, slot: number, effects: readonly Effect[]): string {
    const others = command.filter(({ id, isDoubtful }) => id !== own && !isDoubtful);
    for (const name of effects.flatMap(({ remove }) => remove))
      for (const { id } of others.filter(({ options }) => options.some(({ add }) => add.includes(name)))) {
        const readings = this.#ledger.readings({ slot, job: objectKey(place, 'groups', id) });
        const isThere = readings.some(
          ({ askedAt, values }) => askedAt > at && namesIn(values).includes(name),
        );
        if (!isThere) return `${name} is taken out of a group before group ${id} has it`;
      }
    return '';
  }
}

function isFree({ sent, writtenAt, isRepeated, isInterrupted }: Running): boolean {
  return sent?.reply === undefined || isInterrupted || (writtenAt !== undefined && !isRepeated);
}

/** No window reports what a killed window sent. */
function isReported({ sent, isInterrupted }: Running): boolean {
  return !isInterrupted || sent?.stage === 'over';
}

function newest(effects: readonly Effect[]): number {
  return Math.max(...effects.map(({ askedAt }) => askedAt));
}

function reversed({ add, remove }: Difference): Difference {
  return { add: remove, remove: add };
}

function writer(slot: number): string {
  return `devices of window ${slot}`;
}

function applied(had: readonly string[], { add, remove }: Difference): readonly string[] {
  return hostNames([...had.filter(name => !remove.includes(name)), ...add]);
}

function namesIn(values: Values | undefined): readonly string[] {
  return hostNames(JSON.parse(values?.server_set ?? '[]'));
}
