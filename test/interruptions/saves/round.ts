import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyExtension } from '../../support/pageHtml.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { performOnGroups } from '../groups/groupCommands.ts';
import {
  deviceCount,
  type GroupManner,
  type GroupStep,
  groupCount,
  isGroupStep,
} from '../groups/groupSteps.ts';
import { OtherGroups } from '../groups/otherGroups.ts';
import { Answers } from './answers.ts';
import { performInEditor } from './editorSteps.ts';
import { HeldServers, serverToken } from './heldServers.ts';
import { Knowledge } from './knowledge.ts';
import { Others } from './others.ts';
import { Quiescence } from './quiescence.ts';
import { type Place, type Profile, RoundWindow, serverId } from './roundWindow.ts';
import { allJobs, type EditorStep, type Plan, type Step, stepText } from './steps.ts';
import { virtualTime } from './virtualTime.ts';
import { inWindow } from './vscode.ts';

const manner = { manner: 'django', jobs: allJobs } as const;
const aboutGroups = { groups: groupCount, devices: deviceCount };
const places = ['A', 'B'];

/** The servers are shared by all rounds of a process; their objects are reset for each. */
export async function startServers(): Promise<{ servers: HeldServers; quiescence: Quiescence }> {
  const servers = new HeldServers();
  for (const [index, name] of places.entries()) await servers.add(name, { ...manner, seed: index + 1 });
  return { servers, quiescence: new Quiescence(servers) };
}

/** One round: a user and others, with windows and two servers. */
export class Round {
  readonly #servers: HeldServers;
  readonly #answers: Answers;
  readonly #stillness: Quiescence;
  readonly #profile: Profile;
  readonly #knowledge: Knowledge;
  readonly #others: Others;
  readonly #groups: GroupManner | undefined;
  readonly #otherGroups: OtherGroups;
  readonly #folders: readonly Place[] = [0, 1].map(slot => ({
    slot,
    workspace: new FakeMemento(),
    backups: [],
  }));
  /** All windows so far; those in use are in `#open`. */
  readonly #windows: RoundWindow[] = [];
  readonly #open = new Map<number, RoundWindow>();
  /** The window that has the keyboard focus. */
  #front = 0;
  #place = 'A';
  #failures: string[] = [];

  constructor({ servers, quiescence }: { servers: HeldServers; quiescence: Quiescence }, plan: Plan) {
    virtualTime.setRight();
    this.#servers = servers;
    this.#groups = plan.groups;
    this.#answers = new Answers(plan);
    this.#stillness = quiescence;
    const { groups } = plan;
    const options = groups === undefined ? manner : { ...manner, ...aboutGroups, groupIds: groups.ids };
    for (const [index, name] of places.entries()) servers.reset(name, { ...options, seed: index + 1 });
    const folder = mkdtempSync(join(tmpdir(), 'da-saves-'));
    const token = (url: string) => JSON.stringify({ origin: url, token: serverToken });
    this.#profile = {
      folder,
      extension: emptyExtension(join(folder, 'extension')),
      global: new FakeMemento(),
      secrets: new Map(
        [...servers.places.values()].map(({ origin }) => [`token:${serverId}:${origin}`, token(origin)]),
      ),
      settings: new Map(),
    };
    if (plan.overwritesOnDisk)
      this.#profile.settings.set('files.saveConflictResolution', 'overwriteFileOnDisk');
    // A search without a result would otherwise prolong the round.
    this.#profile.settings.set('deviceAutomation.groups.idSearchLimit', 20);
    this.#profile.settings.set('deviceAutomation.servers', [this.#entry()]);
    this.#knowledge = new Knowledge({
      places,
      place: () => this.#place,
      groupId: (place, dn) => this.#otherGroups.idOf(place, dn),
      groupsHaveIds: plan.groups?.ids ?? false,
    });
    this.#others = new Others(servers, this.#knowledge.requests);
    this.#otherGroups = new OtherGroups(servers, this.#knowledge.requests);
    servers.events = this.#knowledge.requests;
    this.#openWindow(0);
  }

  /** Resolves with what went wrong, if anything; `history` receives what happened. */
  async run(steps: readonly Step[]): Promise<string | undefined> {
    try {
      await this.#window.app.ready;
      await this.#stillness.reached();
      for (const step of [...steps, { kind: 'settle' } as const]) {
        virtualTime.pass(5);
        inWindow(this.#window, () => this.#perform(step));
        await this.#stillness.reached();
        if (step.kind === 'settle') await this.#settle();
        const [violation] = [...this.#knowledge.violations, ...this.#failures];
        if (violation !== undefined) return `${violation} (at ${stepText(step)})`;
      }
      return undefined;
    } catch (error) {
      return `stopped: ${error instanceof Error ? error.stack : String(error)}`;
    } finally {
      await this.#end();
    }
  }

  get #window(): RoundWindow {
    const window = this.#open.get(this.#front);
    if (window === undefined) throw new Error('no window');
    return window;
  }

  #entry() {
    return { id: serverId, name: 'Fleet', url: this.#servers.places.get(this.#place)?.url, allowHttp: true };
  }

  #openWindow(slot: number): void {
    const folder = this.#folders[slot];
    if (folder === undefined) throw new Error(`no folder ${slot}`);
    const window = new RoundWindow(this.#profile, folder, this.#knowledge);
    this.#windows.push(window);
    this.#open.set(slot, window);
  }

  /** The user switches to the other of the two windows, which shows another folder with the same profile. */
  #goToOther(): void {
    this.#front = 1 - this.#front;
    if (this.#open.has(this.#front)) this.#window.focused();
    else this.#openWindow(this.#front);
  }

  #answer(wanted: readonly string[]): boolean {
    const behind = [...this.#open.values()].filter(window => window !== this.#window);
    return [this.#window, ...behind].some(window => inWindow(window, () => window.answer(wanted)));
  }

  async #settle(): Promise<void> {
    for (let count = 0; this.#servers.open.length > 0 || this.#answer(this.#answers.confirmed); count++) {
      if (count > 500)
        throw new Error(
          `requests without an end, the last ${this.#servers.open.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
        );
      this.#advance(0);
      await this.#stillness.reached();
    }
  }

  /** Advances the request by one stage. */
  #advance(which: number): void {
    const { open } = this.#servers;
    const exchange = open[which % Math.max(1, open.length)];
    if (exchange === undefined) return;
    if (exchange.stage === 'arrived') this.#servers.process(exchange);
    else this.#servers.respond(exchange);
  }

  #perform(step: Step): void {
    const { app } = this.#window;
    if (step.kind === 'open') this.#start(this.#window.openObject('job', (step.job % 3) + 1));
    else if (step.kind === 'create') this.#start(app.runCommand('deviceAutomation.job.create', []));
    else if (step.kind === 'refresh') this.#start(app.runCommand('deviceAutomation.jobs.refresh', []));
    else if (step.kind === 'switch') this.#switch([(step.job % 3) + 1], step.enabled);
    else if (step.kind === 'switchAll') this.#switch(this.#others.jobIds(this.#place), step.enabled);
    else if (step.kind === 'rename') this.#rename((step.job % 3) + 1, step.value);
    else if (step.kind === 'reuse') this.#others.reuse(this.#place, step.job);
    else if (step.kind === 'otherWindow') this.#goToOther();
    else if (step.kind === 'delete') this.#others.delete(this.#place, (step.job % 3) + 1);
    else if (step.kind === 'other') this.#others.change(this.#place, step);
    else if (step.kind === 'pass') virtualTime.pass(step.ms);
    else if (step.kind === 'clockBack') virtualTime.setBack(step.ms);
    else if (step.kind === 'advance') this.#advance(step.which);
    else if (step.kind === 'moveServer') this.#move();
    else if (step.kind === 'kill') this.#kill();
    else if (step.kind === 'answer') this.#answer(this.#answers.chosen[step.which] ?? []);
    else if ('doc' in step) this.#inEditor(step);
    else if (isGroupStep(step)) this.#onGroups(step);
  }

  #onGroups(step: GroupStep): void {
    const [window, knowledge, others] = [this.#window, this.#knowledge, this.#otherGroups];
    const { moves = false } = this.#groups ?? {};
    const parts = { window, knowledge, others, place: this.#place, moves, start: this.#start };
    performOnGroups(parts, step);
  }

  #inEditor(step: EditorStep): void {
    const editor = this.#window.editor(step.doc);
    const devices = this.#otherGroups.hostNames(this.#place);
    const parts = { window: this.#window, knowledge: this.#knowledge, devices, start: this.#start };
    if (editor !== undefined) performInEditor(parts, step, editor);
  }

  #switch(ids: readonly number[], enabled: boolean): void {
    this.#knowledge.commanded(this.#window.slot, ids, enabled);
    const command = enabled ? 'deviceAutomation.job.enable' : 'deviceAutomation.job.disable';
    this.#start(this.#window.app.runCommand(command, [{ ids, server: serverId }]));
  }

  #rename(id: number, value: number): void {
    this.#window.newName = `Renamed ${value}`;
    this.#start(
      this.#window.app.runCommand('deviceAutomation.row.rename', [{ ids: [id], server: serverId }]),
    );
  }

  #move(): void {
    this.#place = this.#place === 'A' ? 'B' : 'A';
    this.#profile.settings.set('deviceAutomation.servers', [this.#entry()]);
    this.#knowledge.moved();
    for (const window of this.#open.values()) window.configured('deviceAutomation.servers');
  }

  #kill(): void {
    const { slot } = this.#window;
    this.#window.kill();
    this.#servers.abandon(slot);
    this.#stillness.forget(slot);
    this.#knowledge.killed(slot);
    this.#openWindow(slot);
  }

  readonly #start = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (!this.#isOver)
        this.#failures.push(`rejected: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    });
  };

  #isOver = false;

  async #end(): Promise<void> {
    this.#isOver = true;
    this.#servers.events = undefined;
    for (const { slot } of this.#folders) this.#servers.abandon(slot);
    await Promise.all(this.#windows.map(window => window.end()));
    this.#servers.disconnect();
    rmSync(this.#profile.folder, { recursive: true, force: true });
  }
}
