import { isRecord } from '../../../src/util/json.ts';
import type { Exchange, ExchangeEvents } from './heldServers.ts';
import { fields, type Ledger, normal, type Snapshot, type Values, valuesOf } from './ledger.ts';
import { mergedLists } from './mergedLists.ts';
import { Renames, type Renaming } from './renames.ts';
import { isByHand, type RunningSave, type Sheet } from './sheet.ts';

/** A command on several jobs, which stays what the person meant also when its window is no more. */
export interface SwitchCommand {
  readonly slot: number;
  readonly place: string;
  readonly ids: readonly number[];
  readonly enabled: boolean;
}

interface RunningCommand extends SwitchCommand {
  readonly sent: Set<number>;
  /** Jobs that by now are others than those the command was for. */
  readonly reused: Set<number>;
  isInterrupted: boolean;
}

export interface RequestCheckParts {
  readonly ledger: Ledger;
  readonly sheets: () => readonly Sheet[];
  readonly violated: (what: string) => void;
}

/** Compares every request that changes something with what people asked for and had seen. */
export class RequestChecks implements ExchangeEvents {
  readonly #parts: RequestCheckParts;
  readonly #authors = new Map<Exchange, Sheet | 'command'>();
  readonly #snapshots = new Map<Exchange, readonly (readonly [string, Snapshot])[]>();
  readonly #last = new Map<string, Values>();
  readonly #commands: RunningCommand[] = [];
  readonly #askedAt = new Map<Exchange, number>();
  readonly #renames: Renames;

  constructor(parts: RequestCheckParts) {
    this.#parts = parts;
    this.#renames = new Renames(parts.ledger);
  }

  commanded(command: SwitchCommand): void {
    this.#commands.push({ ...command, sent: new Set(), reused: new Set(), isInterrupted: false });
  }

  renamed(renaming: Omit<Renaming, 'at'>): void {
    this.#renames.typed({ ...renaming, at: this.#parts.ledger.now });
  }

  /** A window was killed; or, where none is named, one was silent for so long that it counts as killed. */
  interrupted(slot?: number): void {
    for (const command of this.#commands)
      if (slot === undefined || slot === command.slot) command.isInterrupted = true;
  }

  /** The id now is that of another job: what was interrupted was not meant for it. */
  reused(place: string, id: number): void {
    for (const command of this.#commands)
      if (command.isInterrupted && command.place === place) command.reused.add(id);
  }

  /** Somebody else than the person of the round has written. */
  wroteElsewhere(job: string, after: Values): void {
    const before = this.#last.get(job);
    this.#last.set(job, after);
    if (before !== undefined) this.#parts.ledger.changed(job, before, after, 'others');
  }

  arrived(exchange: Exchange): void {
    this.#askedAt.set(exchange, this.#parts.ledger.tick());
    if (exchange.method === 'GET') return;
    if (exchange.method === 'PATCH') this.#checkChange(exchange);
    else if (exchange.method === 'POST') this.#checkCreate(exchange);
    else if (exchange.method === 'PUT') this.#checkReplace(exchange);
    else this.#parts.violated(`${exchange.method} ${exchange.path}: nobody asked`);
  }

  processed(exchange: Exchange): void {
    const value: unknown = JSON.parse(exchange.reply?.body || 'null');
    const by = this.#authors.get(exchange);
    const isDone = exchange.reply !== undefined && exchange.reply.status < 300;
    if (by !== undefined && isRecord(value) && isDone) this.#written(exchange, value, by);
    const { ledger } = this.#parts;
    ledger.tick();
    const objects = isRecord(value) && Array.isArray(value['results']) ? value['results'] : [value];
    const jobs = objects.filter(isRecord).filter(object => 'id' in object && 'policies' in object);
    this.#snapshots.set(
      exchange,
      jobs.map(object => [`${exchange.place} ${String(object['id'])}`, ledger.snapshot(valuesOf(object))]),
    );
  }

  responding(exchange: Exchange): void {
    const { ledger } = this.#parts;
    const { slot } = exchange;
    const askedAt = this.#askedAt.get(exchange) ?? 0;
    for (const [job, snapshot] of this.#snapshots.get(exchange) ?? [])
      ledger.delivered({ slot, job }, { ...snapshot, askedAt });
    ledger.tick();
  }

  #checkChange(exchange: Exchange): void {
    const id = Number(/\/job\/(\d+)\//.exec(exchange.path)?.[1]);
    const body = isRecord(exchange.body) ? exchange.body : {};
    if (this.#isCommanded(exchange, id, body) || this.#isRenamed(exchange, id, body)) {
      this.#authors.set(exchange, 'command');
      return;
    }
    const found = this.#parts
      .sheets()
      .filter(sheet => sheet.id === id && sheet.slot === exchange.slot)
      .flatMap(sheet => sheet.saves.map(save => ({ sheet, save })))
      .find(({ save }) => isByHand(save.call));
    if (found === undefined) {
      this.#parts.violated(`PATCH of job ${id} at ${exchange.place}: nobody saved this`);
      return;
    }
    this.#authors.set(exchange, found.sheet);
    this.#checkSeen(exchange.place, body, found);
  }

  #checkSeen(
    place: string,
    body: Readonly<Record<string, unknown>>,
    { sheet, save }: { readonly sheet: Sheet; readonly save: RunningSave },
  ): void {
    const { ledger, violated } = this.#parts;
    const known = ledger.known(sheet.reader(place));
    if (known === undefined || known.at <= save.call.startedAt)
      violated(`job ${sheet.id} at ${place} was written without reading it first`);
    for (const field of fields.filter(name => name in body)) {
      const sent = normal(field, body[field]);
      const server = known?.values[field];
      const isOwnName = (chosen: Values) =>
        field === 'name' &&
        this.#renames.replaced(chosen, { place, since: save.call.startedAt, now: server });
      const isChosen =
        save.chosenOver?.some(values => values[field] === server || isOwnName(values)) ?? false;
      const isHere = sheet.place === place;
      const what = `${field} of job ${sheet.id} at ${place}`;
      if (save.keepsBoth && field === 'policies' && sent === mergedLists(sheet, save, server)) {
        save.merged.set(field, sent);
        continue;
      }
      if (save.typed.get(field) !== sent && (isHere || !isChosen)) violated(`${what}: nobody typed ${sent}`);
      const isSeen = isHere && sheet.shown.get(field)?.value === server;
      if (server !== sent && !isSeen && !isChosen)
        violated(`${what}: ${server} is overwritten, and nobody saw it`);
    }
  }

  #isCommanded({ place, slot }: Exchange, id: number, body: Readonly<Record<string, unknown>>): boolean {
    if (Object.keys(body).join() !== 'enabled') return false;
    const commands = this.#commands.filter(
      other => other.place === place && other.ids.includes(id) && other.enabled === body['enabled'],
    );
    const command = commands.find(({ sent, reused }) => !sent.has(id) && !reused.has(id)) ?? commands.at(-1);
    if (command === undefined) return false;
    const { ledger, violated } = this.#parts;
    if (command.reused.has(id)) violated(`job ${id} at ${place} is another than the one that was meant`);
    const isDone =
      ledger.known({ slot, job: `${place} ${id}` })?.values.enabled === normal('enabled', command.enabled);
    if (command.sent.has(id) && isDone) violated(`job ${id} at ${place} is switched twice`);
    command.sent.add(id);
    return true;
  }

  #isRenamed({ place, slot }: Exchange, id: number, body: Readonly<Record<string, unknown>>): boolean {
    const wanted = this.#renames.wanted({ slot, place, id, body });
    if (wanted?.lost !== undefined)
      this.#parts.violated(`name of job ${id} at ${place}: ${wanted.lost} is overwritten, and nobody saw it`);
    return wanted !== undefined;
  }

  #checkCreate(exchange: Exchange): void {
    const body = isRecord(exchange.body) ? exchange.body : {};
    const name = normal('name', body['name']);
    const isMeant = ({ call, typed }: RunningSave) =>
      isByHand(call) && [...typed].every(([field, value]) => normal(field, body[field]) === value);
    const here = this.#parts.sheets().filter(({ slot }) => slot === exchange.slot);
    const meant = here.filter(
      ({ isNew, isToBeCreated, saves }) => (isNew || isToBeCreated) && saves.some(isMeant),
    );
    // Of several that say the same, one that was not created yet.
    const sheet = meant.find(({ id, isToBeCreated }) => id === undefined || isToBeCreated) ?? meant[0];
    if (sheet === undefined) {
      this.#parts.violated(`nobody asked to create ${name}`);
      return;
    }
    if (sheet.id !== undefined && sheet.place === exchange.place && !sheet.isToBeCreated)
      this.#parts.violated(`${sheet.uri} was created twice`);
    this.#authors.set(exchange, sheet);
  }

  /** The whole object is replaced only by text that the person wanted it to be, and over what they were shown. */
  #checkReplace(exchange: Exchange): void {
    const { slot, place } = exchange;
    const { ledger, violated } = this.#parts;
    const id = Number(/\/job\/(\d+)\//.exec(exchange.path)?.[1]);
    const sent = valuesOf(isRecord(exchange.body) ? exchange.body : {});
    const sheet = this.#parts
      .sheets()
      .find(other => other.slot === slot && other.id === id && sameValues(other.replacing, sent));
    if (sheet === undefined) {
      violated(`PUT of job ${id} at ${place}: nobody wanted this`);
      return;
    }
    this.#authors.set(exchange, sheet);
    const now = ledger.known({ slot, job: `${place} ${id}` })?.values;
    for (const field of fields.filter(name => now?.[name] !== sent[name]))
      if (![...sheet.shownForReplacing, shownIn(sheet)].some(values => values[field] === now?.[field]))
        violated(`${field} of job ${id} at ${place}: ${now?.[field]} is replaced, and nobody saw it`);
  }

  #written(exchange: Exchange, value: Readonly<Record<string, unknown>>, author: Sheet | 'command'): void {
    const id = Number(value['id']);
    if (author !== 'command' && exchange.method === 'POST') author.created(id, exchange.place);
    const job = `${exchange.place} ${id}`;
    const after = valuesOf(value);
    this.#parts.ledger.changed(job, this.#last.get(job), after, author === 'command' ? author : author.by);
    if (author !== 'command' && exchange.method === 'PUT')
      author.replaced(this.#parts.ledger.snapshot(after));
    this.#last.set(job, after);
  }
}

function shownIn({ shown }: Sheet): Partial<Values> {
  return Object.fromEntries([...shown].map(([field, { value }]) => [field, value]));
}

function sameValues(one: Values | undefined, other: Values): boolean {
  return one !== undefined && fields.every(field => one[field] === other[field]);
}
