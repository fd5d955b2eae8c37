import { isRecord } from '../../../src/base/json.ts';
import type { Exchange, ExchangeEvents } from '../saves/heldServers.ts';
import {
  type Field,
  fields,
  normal,
  objectKey,
  type Records,
  type Snapshot,
  type Values,
  valuesOf,
} from '../saves/records.ts';
import { isByHand, type RunningSave, type Sheet } from '../saves/sheet.ts';
import { type GroupIds, type ObjectRef, objectOf, objectsIn } from './exchangeObjects.ts';
import { Memberships } from './memberships.ts';
import { isList, mergedLists } from './mergedLists.ts';
import { Renames, type Renaming } from './renames.ts';
import { replacementAuthor } from './replacements.ts';
import { Switches } from './switches.ts';

export interface RequestCheckParts {
  readonly records: Records;
  readonly sheets: () => readonly Sheet[];
  readonly violated: (what: string) => void;
  readonly groupId: GroupIds;
  readonly groupsHaveIds: boolean;
}

/** Compares every request that changes something with what users intended and had seen. */
export class RequestChecks implements ExchangeEvents {
  readonly #parts: RequestCheckParts;
  readonly #authors = new Map<Exchange, Sheet | string>();
  readonly #snapshots = new Map<Exchange, readonly (readonly [string, Snapshot])[]>();
  readonly #last = new Map<string, Values>();
  readonly #askedAt = new Map<Exchange, number>();
  /** When the ID was assigned to another job. */
  readonly #reusedAt = new Map<string, number>();
  readonly #renames: Renames;
  readonly switches: Switches;
  readonly members: Memberships;

  constructor(parts: RequestCheckParts) {
    this.#parts = parts;
    this.#renames = new Renames(parts.records);
    this.switches = new Switches(parts.records, parts.violated);
    this.members = new Memberships(parts.records, parts.violated);
  }

  renamed(renaming: Omit<Renaming, 'at'>): void {
    this.#renames.typed({ ...renaming, at: this.#parts.records.now });
  }

  /** Records that the server has assigned the ID of a deleted job to a new one. */
  reused(place: string, id: number): void {
    this.switches.reused(place, id);
    this.#reusedAt.set(objectKey(place, 'jobs', id), this.#parts.records.tick());
  }

  /** Records that somebody other than the round's user has written. */
  wroteElsewhere(job: string, after: Values): void {
    const before = this.#last.get(job);
    this.#last.set(job, after);
    if (before !== undefined) this.#parts.records.changed(job, before, after, 'others');
  }

  arrived(exchange: Exchange): void {
    this.#askedAt.set(exchange, this.#parts.records.tick());
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
    const { records } = this.#parts;
    records.tick();
    const objects = objectsIn(exchange, this.#parts.groupId);
    this.#snapshots.set(
      exchange,
      objects.map(([key, values]) => [key, records.snapshot(values)]),
    );
  }

  responding(exchange: Exchange): void {
    const { records } = this.#parts;
    const { slot } = exchange;
    const askedAt = this.#askedAt.get(exchange) ?? 0;
    for (const [job, snapshot] of this.#snapshots.get(exchange) ?? [])
      records.delivered({ slot, job }, { ...snapshot, askedAt });
    records.tick();
    const author = this.#authors.get(exchange);
    if (exchange.method === 'PUT' && author !== undefined && typeof author !== 'string')
      author.replacedThere();
  }

  #checkChange(exchange: Exchange): void {
    const object = objectOf(exchange);
    const { kind, id } = object ?? {};
    const body = isRecord(exchange.body) ? exchange.body : {};
    const found = this.#parts
      .sheets()
      .filter(sheet => sheet.kind === kind && sheet.id === id && sheet.slot === exchange.slot)
      .flatMap(sheet => sheet.saves.map(save => ({ sheet, save })))
      .find(({ save }) => isByHand(save.call));
    const isSaved = found?.save.typed.get('server_set') === normal('server_set', body['server_set']);
    const author = object === undefined ? undefined : this.#commanded(exchange, object, { body, isSaved });
    if (author !== undefined) {
      this.#authors.set(exchange, author);
      return;
    }
    if (found === undefined) {
      const what = `PATCH of ${kind} ${id} at ${exchange.place} (${JSON.stringify(body)})`;
      this.#parts.violated(`${what}: nobody saved this`);
      return;
    }
    this.#authors.set(exchange, found.sheet);
    this.#checkSeen(exchange.place, body, found);
  }

  /** The command that sent this, if the user wanted it. */
  #commanded(
    exchange: Exchange,
    { kind, id }: ObjectRef,
    { body, isSaved }: { readonly body: Body; readonly isSaved: boolean },
  ): string | undefined {
    if (kind === 'groups') return this.members.wanted(exchange, { id, body, isSaved });
    const isWanted = this.switches.wanted(exchange, id, body) || this.#isRenamed(exchange, id, body);
    return isWanted ? 'command' : undefined;
  }

  #checkSeen(
    place: string,
    body: Body,
    { sheet, save }: { readonly sheet: Sheet; readonly save: RunningSave },
  ): void {
    const { records, violated } = this.#parts;
    const known = records.known(sheet.reader(place));
    if (known === undefined || known.at <= save.call.startedAt)
      violated(`${sheet.uri} at ${place} was written without reading it first`);
    const isChosenJob = save.chosenOver?.some(({ name }) => name === known?.values.name) ?? false;
    if (this.#isOfNewJob(sheet, place, known) && !isChosenJob)
      violated(`${sheet.uri} at ${place} is written to a new job of its ID`);
    if (this.#isOfAnother(sheet, place, known)) violated(`${sheet.uri} at ${place} is another than was read`);
    for (const field of fields.filter(name => name in body)) {
      const sent = normal(field, body[field]);
      const server = known?.values[field];
      const isOwnName = (chosen: Values) =>
        field === 'name' &&
        this.#renames.replaced(chosen, { place, since: save.call.startedAt, now: server });
      const isChosen =
        save.chosenOver?.some(values => values[field] === server || isOwnName(values)) ?? false;
      const isHere = sheet.place === place;
      const what = `${field} of ${sheet.uri} at ${place}`;
      if (save.keepsBoth && isList(field) && sent === mergedLists(sheet, save, { field, server })) {
        save.merged.set(field, sent);
        continue;
      }
      if (save.typed.get(field) !== sent && (isHere || !isChosen)) violated(`${what}: nobody typed ${sent}`);
      const isShown = sheet.hasShown(field, server) || this.#isOwnDefault(sheet, place, field);
      if (server !== sent && !(isHere && isShown) && !isChosen)
        violated(`${what}: ${server} is overwritten, and nobody saw it`);
    }
  }

  /** A default that the server set when this document created the object, and that nobody has changed since. */
  #isOwnDefault(sheet: Sheet, place: string, field: Field): boolean {
    const { job } = sheet.reader(place);
    return sheet.isNew && !this.#parts.records.wroteSince(job, { field, at: 0, by: sheet.by });
  }

  /** Whether the user was shown the previous job, while the window has read the one that now has its ID. */
  #isOfNewJob(sheet: Sheet, place: string, known: Snapshot | undefined): boolean {
    const at = this.#reusedAt.get(sheet.reader(place).job);
    return at !== undefined && known !== undefined && sheet.shownSince('name') < at && at <= known.at;
  }

  /** Without IDs, a group is considered the one that was read as long as it has the same `dn`. */
  #isOfAnother(sheet: Sheet, place: string, known: Snapshot | undefined): boolean {
    if (sheet.kind === 'jobs' || sheet.place !== place || this.#parts.groupsHaveIds) return false;
    return sheet.shown.get('dn')?.value !== known?.values.dn;
  }

  #isRenamed({ place, slot }: Exchange, id: number, body: Body): boolean {
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
    // Of several with the same content, prefer one that was not created yet.
    const sheet = meant.find(({ id, isToBeCreated }) => id === undefined || isToBeCreated) ?? meant[0];
    if (sheet === undefined) {
      this.#parts.violated(`nobody asked to create ${name}`);
      return;
    }
    if (sheet.id !== undefined && sheet.place === exchange.place && !sheet.isToBeCreated)
      this.#parts.violated(`${sheet.uri} was created twice`);
    this.#authors.set(exchange, sheet);
  }

  #checkReplace(exchange: Exchange): void {
    const author = replacementAuthor(this.#parts, exchange);
    if (author !== undefined) this.#authors.set(exchange, author);
  }

  #written(exchange: Exchange, value: Body, author: Sheet | string): void {
    const id = Number(value['id']);
    const { kind } = objectOf(exchange) ?? { kind: 'jobs', id };
    const job = objectKey(exchange.place, kind, kind === 'jobs' ? id : objectOf(exchange)?.id);
    const after = valuesOf(value);
    const before = this.#last.get(job);
    this.#last.set(job, after);
    if (typeof author === 'string') {
      this.members.written(exchange, { job, before, after });
      this.#parts.records.changed(job, before, after, author);
      return;
    }
    if (exchange.method === 'POST') author.created(id, exchange.place);
    this.#parts.records.changed(job, before, after, author.by);
    if (exchange.method === 'PUT') author.replaced(this.#parts.records.snapshot(after));
  }
}

type Body = Readonly<Record<string, unknown>>;
