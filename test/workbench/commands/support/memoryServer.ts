import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import '../../../support/vscode/vscodeInNode.ts';
import type { ServerConfig } from '../../../../src/api/model/server.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import type { GroupsListView, JobsListView } from '../../../../src/workbench/commands/commandContext.ts';
import type { RunActions } from '../../../../src/workbench/commands/runs/runActions.ts';
import type { ActionQuestion, PickedAction } from '../../../../src/workbench/platform/actionPick.ts';
import type { Dialogs } from '../../../../src/workbench/platform/dialogs.ts';
import type { AllDialogs } from '../../../../src/workbench/platform/pickers.ts';
import type { ReviewQuestion } from '../../../../src/workbench/platform/review.ts';
import type { Searched, SearchQuestion } from '../../../../src/workbench/platform/searchPick.ts';
import type { ReportSource } from '../../../../src/workbench/reports/reports.ts';

const { fileRetries } = await import('../../../../src/contrib/files/vscode/retryFiles.ts');
const { recordedRetries } = await import('../../../../src/workbench/commands/retries.ts');
const { undoActions } = await import('../../../../src/contrib/undo/vscode/undoActions.ts');
const { createClient } = await import('../../../../src/api/client.ts');
const { ConnectionError } = await import('../../../../src/api/errors/apiError.ts');
const { Schedules } = await import('../../../../src/workbench/servers/schedules.ts');
const { noFilter } = await import('../../../../src/store/filter/jobFilter.ts');
const { RunJournal } = await import('../../../../src/store/runs/runJournal.ts');
const { ServerSession: Session } = await import('../../../../src/store/serverSession.ts');
const { systemClock } = await import('../../../../src/base/clock.ts');

const BodySchema = z.looseObject({ obj_id: z.array(z.int()).optional() });
const names = z.array(z.string()).optional();
const NamesSchema = z.looseObject({ server_set: names, peers: names });
type Row = Readonly<Record<string, unknown>> & { readonly name: unknown };

type Reviewed = readonly string[] | undefined;

/** A server in memory, with overrides for the responses to some requests. */
class MemoryServer {
  readonly jobs = new Map<number, Row>();
  readonly groups = new Map<number, Row>();
  readonly statuses = new Map<number, string>();
  /** Writes as `METHOD path body`, in order of arrival. */
  readonly writes: string[] = [];
  /** Paths of reads, in order of arrival. */
  readonly reads: string[] = [];
  /** Which requests (`METHOD path`) fail, and how. */
  readonly failures = new Map<string, number | 'reset'>();
  /** The methods that responses name as allowed. */
  allow: string | undefined;
  /** How the next writes fail, in turn; 200 stands for success. */
  readonly nextWrites: (number | 'reset')[] = [];
  /** Host names of devices that the server omits from groups. */
  readonly dropped = new Set<string>();
  /** Host names that its search returns for any query. */
  found: readonly string[] = [];
  /** Called when one of the next writes arrives. */
  onWrite = (): void => undefined;
  /** The response to the next request waits for this. */
  beforeResponse: (() => Promise<void>) | undefined;
  /** Called on each delete. */
  onDelete = (): void => undefined;
  /** What the server stores of a body. */
  stores: (body: object) => object = body => body;
  /** Whether groups are returned without IDs, as by some servers. */
  hidesIds = false;
  /** Whether job lists come without a count. */
  hidesCount = false;
  /** The body of error responses. */
  problem: unknown = {};
  #nextId = 100;

  /** How many jobs the server returns per page. */
  pageSize = Number.POSITIVE_INFINITY;

  respond(method: string, url: URL, text: string | undefined): { status: number; body: unknown } {
    const path = url.pathname;
    const body = text === undefined ? {} : BodySchema.parse(JSON.parse(text));
    if (method === 'GET') this.reads.push(path);
    else this.writes.push(`${method} ${path} ${text ?? ''}`.trim());
    const failure = this.#failureOf(method, path);
    if (failure === 'reset') throw new Error('reset');
    if (failure !== undefined) return { status: failure, body: this.problem };
    if (path === '/automation/api/stop_job/') return this.#stop(body.obj_id ?? []);
    if (path === '/api/peer/search/')
      return { status: 200, body: { items: this.found.map(hostname => ({ hostname })) } };
    const [, room = '', id, status] = /\/(job|group)\/(?:(\d+)\/(status)?)?/.exec(path) ?? [];
    const rows = room === 'job' ? this.jobs : this.groups;
    if (status !== undefined)
      return {
        status: 200,
        body: { id: Number(id), name: '', status: this.statuses.get(Number(id)) ?? 'finished' },
      };
    if (id === undefined) {
      if (method === 'POST') return this.#create(rows, body);
      return this.#list(room, rows, Number(url.searchParams.get('page') ?? 1));
    }
    return this.#one(method, Number(id), { rows, body });
  }

  #failureOf(method: string, path: string): number | 'reset' | undefined {
    const next = method === 'GET' ? undefined : this.nextWrites.shift();
    if (next !== undefined) this.onWrite();
    return next === undefined || next === 200 ? this.failures.get(`${method} ${path}`) : next;
  }

  #one(method: string, id: number, { rows, body }: { rows: Map<number, Row>; body: object }) {
    const row = rows.get(id);
    if (row === undefined) return { status: 404, body: { detail: 'Not found.' } };
    if (method === 'DELETE' && rows.delete(id)) this.onDelete();
    if (method === 'PATCH') rows.set(id, { ...row, ...this.#stored(body) });
    if (method === 'PUT') rows.set(id, { name: '', ...this.#stored(body) });
    if (method === 'DELETE') return { status: 204, body: '' };
    return { status: 200, body: this.#shown(rows, id) };
  }

  /** Requests name devices; responses describe them. */
  #stored(sent: object): object {
    const body = this.stores(sent);
    const { server_set: members, peers } = NamesSchema.parse(body);
    const devices = (names: readonly string[]) =>
      names.filter(name => !this.dropped.has(name)).map(hostname => ({ hostname }));
    return {
      ...body,
      ...(members === undefined ? {} : { server_set: devices(members) }),
      ...(peers === undefined ? {} : { peers: devices(peers) }),
    };
  }

  #list(room: string, rows: Map<number, Row>, page: number) {
    const all = [...rows.keys()].map(id => this.#shown(rows, id));
    if (room !== 'job') return { status: 200, body: all };
    const end = page * this.pageSize;
    const results = page === 1 ? all.slice(0, end) : all.slice(end - this.pageSize, end);
    const next = end < all.length ? `/automation/api/job/?page=${page + 1}` : null;
    return { status: 200, body: { ...(this.hidesCount ? {} : { count: all.length }), next, results } };
  }

  #create(rows: Map<number, Row>, body: object) {
    this.#nextId += 1;
    const row = { name: '', ...this.#stored(body) };
    rows.set(this.#nextId, row);
    return { status: 201, body: this.#shown(rows, this.#nextId) };
  }

  #shown(rows: ReadonlyMap<number, Row>, id: number): unknown {
    return this.hidesIds && rows === this.groups ? rows.get(id) : { id, ...rows.get(id) };
  }

  #stop(ids: readonly number[]) {
    for (const id of ids) this.statuses.set(id, 'stopped');
    return { status: 200, body: { message: '' } };
  }
}

interface ShownMessage {
  readonly kind: 'confirm' | 'decide' | 'info' | 'warn' | 'error' | 'input' | 'pick' | 'pickMany';
  readonly text: string;
  readonly actions: readonly string[];
}

/** Records every message and prompt, and responds as the test specifies. */
export class FakePerson {
  readonly messages: ShownMessage[] = [];
  readonly shown: string[] = [];
  readonly progress: string[] = [];
  /** What was reported as progress. */
  readonly reported: string[] = [];
  /** Whether to press Cancel in the progress with this title. */
  cancels = (_title: string): boolean => false;
  /** The prompts of input boxes, in order. */
  readonly inputs: Omit<Parameters<Dialogs['input']>[0], 'validate' | 'hint'>[] = [];
  /** The messages below the input box for texts that it accepts. */
  readonly hints: (string | undefined)[] = [];
  /** The labels of the lists from which one item is chosen. */
  readonly lists: (readonly string[])[] = [];
  isSure = true;
  /** Called while a prompt is open. */
  onConfirm = (): void => undefined;
  clipboard = '';
  /** The button pressed in a notification with these buttons. */
  press: (actions: readonly string[], text: string) => string | undefined = () => undefined;
  type: (title: string) => string | undefined = () => undefined;
  pick: (title: string) => string | undefined = () => undefined;
  /** What is chosen from a list that also accepts typed text. */
  pickOrType: { readonly values: readonly string[]; readonly typed: string } | undefined;
  pickMany: (title: string, values: readonly string[]) => readonly string[] | undefined = () => undefined;
  /** The reviewed rows that stay ticked. */
  review: (question: ReviewQuestion) => Reviewed | Promise<Reviewed> = () => undefined;
  /** The action that is chosen from a list of rows with actions. */
  pickAction: (question: ActionQuestion) => PickedAction | undefined = () => undefined;
  /** Without typed text, a searched list is one to pick from. */
  search: (question: SearchQuestion) => Promise<Searched | undefined> = async ({ title }) => {
    const value = this.pick(title);
    return value === undefined ? undefined : { value, typed: '' };
  };

  /** The addresses of servers below questions; `serverAddress.ts` adds them to each that confirms an operation. */
  readonly addresses: (string | undefined)[] = [];

  readonly dialogs: AllDialogs = {
    confirm: async ({ message, detail = '', action }) => {
      const text = `${message}\n${this.#withoutAddress(detail)}`;
      this.messages.push({ kind: 'confirm', text, actions: [action] });
      this.onConfirm();
      return this.isSure;
    },
    choose: async ({ message, detail, actions }) => {
      this.messages.push({ kind: 'confirm', text: `${message}\n${this.#withoutAddress(detail)}`, actions });
      return this.isSure ? (this.press(actions, message) ?? actions[0]) : undefined;
    },
    decide: async (text, ...actions) => this.#notify('decide', this.#withoutAddress(text), actions),
    info: async (text, ...actions) => this.#notify('info', text, actions),
    warn: async (text, ...actions) => this.#notify('warn', text, actions),
    error: async (text, ...actions) => this.#notify('error', text, actions),
    input: async ({ validate, hint, ...question }) => {
      const { title } = question;
      const typed = this.type(title);
      const problem = typed === undefined ? undefined : validate?.(typed);
      this.inputs.push(question);
      if (typed !== undefined && problem === undefined) this.hints.push(hint?.(typed));
      this.messages.push({ kind: 'input', text: title, actions: problem === undefined ? [] : [problem] });
      return problem === undefined ? typed : undefined;
    },
    path: question => this.dialogs.input(question),
    pick: async (title, choices) => {
      this.messages.push({ kind: 'pick', text: title, actions: choices.map(({ value }) => value) });
      const parts = choices.map(({ label, description = '', detail = '' }) => [label, description, detail]);
      this.lists.push(parts.map(words => words.filter(word => word !== '').join(' | ')));
      return this.pick(title);
    },
    pickMany: async (title, choices) => {
      const values = choices.map(({ value }) => value);
      this.messages.push({ kind: 'pickMany', text: title, actions: values });
      return this.pickMany(title, values);
    },
    pickOrType: async ({ title, choices }) => {
      this.messages.push({ kind: 'pickMany', text: title, actions: choices.map(({ value }) => value) });
      return this.pickOrType;
    },
    review: async question => this.review(question),
    pickAction: async question => this.pickAction(question),
    search: async question => this.search(question),
    progress: (title, task) => {
      this.progress.push(title);
      const signal = this.cancels(title) ? AbortSignal.abort() : new AbortController().signal;
      return task(message => void this.reported.push(message), signal);
    },
  };

  #withoutAddress(text: string): string {
    const [found = '', below, beside] =
      /(?:\n\n|^)((?:⚠ )?https?:\S+)$| \(((?:⚠ )?https?:\S+)\)$/.exec(text) ?? [];
    this.addresses.push(below ?? beside);
    return text.slice(0, text.length - found.length);
  }

  of(kind: ShownMessage['kind']): readonly string[] {
    return this.messages.filter(message => message.kind === kind).map(({ text }) => text);
  }

  #notify(kind: ShownMessage['kind'], text: string, actions: readonly string[]): string | undefined {
    this.messages.push({ kind, text, actions });
    return this.press(actions, text);
  }
}

const never = () => assert.fail('the test does not expect this');

/** A view without rows that records its calls. */
function fakeView(done: string[] = []): JobsListView & GroupsListView {
  return {
    filter: '',
    filterVocabulary: { terms: [], kinds: [], searched: '', prompt: '', problemOf: () => undefined },
    setFilter: text => void done.push(`filter ${text}`),
    refresh: async () => void done.push('refresh'),
    showMore: never,
    frame: {
      focus: async () => void done.push('focus'),
      show: async () => void done.push('show'),
      selection: [],
      selectedAt: 0,
      focusedRows: async () => [],
      activateFocused: never,
    },
    arrangementOf: () => ({ filter: noFilter, sort: 'server', grouping: 'none' }),
    arrange: never,
    readStatuses: never,
    filteredJobs: never,
    removeFilter: never,
    sortOf: () => 'server',
    setSort: (_, sort) => void done.push(`sort ${sort}`),
    reveal: never,
    pinnedOf: () => new Set<never>(),
    setPinned: never,
  };
}

type Marks = Partial<Pick<ServerConfig, 'id' | 'name' | 'url' | 'production' | 'readOnly' | 'console'>>;

export type Given = ReturnType<typeof createContext>;

/** What a test of a command works with; everything but the user, the server and the views is real. */
export async function withMemoryServer(
  use: (given: Given) => Promise<void>,
  marks: Marks = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'da-commands-'));
  const given = createContext(folder, marks);
  try {
    await use(given);
    assert.deepEqual(await unfinishedRuns(folder), [], 'no run is unfinished');
  } finally {
    await given.session.dispose();
    await given.context.journal.settled();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The records of runs that have not ended. */
export async function unfinishedRuns(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter(name => !name.endsWith('.ended.jsonl'));
}

function createContext(folder: string, marks: Marks) {
  const memoryServer = new MemoryServer();
  const user = new FakePerson();
  const session = createSession(memoryServer, marks);
  const done: string[] = [];
  const logged: string[] = [];
  const recent: string[] = [];
  /** The opened documents: kind, then ID and name, or title and text for new ones. */
  const opened: unknown[] = [];
  const runActions: RunActions[] = [];
  const context = {
    sessions: { active: session, get: (id: string) => (id === session.server.id ? session : undefined) },
    dialogs: user.dialogs,
    passphrases: {
      get: async () => undefined,
      set: async () => undefined,
      setTemporary: () => undefined,
      delete: async () => undefined,
    },
    journal: new RunJournal({ folder, onFailure: error => assert.fail(String(error)) }),
    notices: {
      text: (error: unknown) => (error instanceof Error ? error.name : String(error)),
      show: async (error: unknown, _server: unknown, name?: string) => {
        const text = name === undefined ? String(error) : `“${name}”: ${String(error)}`;
        user.messages.push({ kind: 'error', text, actions: [] });
      },
      note: never,
      forget: (id: string) => void done.push(`forget ${id}`),
    },
    log: { error: (text: string) => void logged.push(text), exchange: () => undefined, show: never },
    creates: { create: async <T>({ send }: { readonly send: () => Promise<T> }) => send() },
    documents: {
      open: async (_session: ServerSession, ...of: readonly unknown[]) => void opened.push(of),
      openNew: async (_session: ServerSession, ...of: readonly unknown[]) => void opened.push(of),
      activeUri: never,
      objectOf: never,
      compare: never,
      revert: never,
      openJson: never,
      openForm: never,
      replace: never,
    },
    newText: { show: async (text: string) => void user.shown.push(text), active: () => undefined },
    reports: {
      compare: async (left: ReportSource, right: ReportSource, title: string) => {
        const texts = await Promise.all([left, right].map(async ({ read }) => (await read())?.text ?? ''));
        user.shown.push(title, ...texts);
      },
      show: async ({ read }: ReportSource) => void user.shown.push((await read())?.text ?? ''),
      refresh: never,
      uriOf: never,
      textOf: never,
    },
    labels: {
      get: () => undefined,
      set: never,
      ids: () => [],
      text: (_: string, __: string, id: number) => `#${id}`,
    },
    schedules: new Schedules(),
    recentPlaces: {
      get: () => recent,
      set: (_: string, places: readonly string[]) => void recent.splice(0, recent.length, ...places),
    },
    jobsView: fakeView(done),
    groupsView: fakeView(done),
    servers: {
      servers: [session.server],
      active: session.server,
      get: never,
      isTemporary: never,
      setActive: never,
      add: never,
      edit: never,
      remove: never,
    },
    plans: { folders: [], of: never, show: never, itemAt: never },
    folders: {
      isSearched: true,
      withManifest: never,
      proposed: never,
      isReadOnly: never,
      choose: never,
      openManifest: never,
      compare: never,
      showPlans: never,
    },
    clipboard: { writeText: async (_text: string) => undefined, readText: async () => user.clipboard },
    offerServer: never,
    runActions,
  };
  const contributed: readonly ((own: typeof context) => RunActions | readonly RunActions[])[] = [
    fileRetries,
    undoActions,
  ];
  runActions.push(recordedRetries(context), ...contributed.flatMap(actionsOf => actionsOf(context)));
  return { memoryServer, user, session, done, logged, opened, context, folder };
}

function createSession(memoryServer: MemoryServer, marks: Marks): ServerSession {
  const client = createClient({
    baseUrl: 'https://plant.example',
    getToken: () => 'token',
    retry: { delay: async () => undefined },
    transport: {
      send: async ({ info, url, body }) => {
        try {
          const response = memoryServer.respond(info.method, url, body);
          const { beforeResponse } = memoryServer;
          memoryServer.beforeResponse = undefined;
          if (beforeResponse !== undefined) await beforeResponse();
          const text = response.status === 204 ? '' : JSON.stringify(response.body);
          return {
            status: response.status,
            body: text,
            header: name =>
              ({ 'content-type': 'application/json', allow: memoryServer.allow })[name.toLowerCase()],
          };
        } catch {
          throw new ConnectionError(info, 'reset', 'ECONNRESET', true);
        }
      },
      close: async () => undefined,
    },
  });
  return new Session({
    server: { id: 'plant', name: 'Plant', url: 'https://plant.example', ...marks },
    client,
    clock: systemClock,
    memory: new Map<string, number>(),
    paces: () => ({ activeMs: 50, inactiveMs: 1e6, watchedMs: 50, requestsPerMinute: 6_000 }),
    extraWords: () => new Map(),
    onStatusFailure: () => undefined,
  });
}
