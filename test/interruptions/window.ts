/** A VS Code window in a separate process: the real extension over files, with a user who works in it. */

import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { delay } from '../../src/base/delay.ts';
import { parseJson } from '../../src/base/json.ts';
import { newObjectUri, objectUri } from '../../src/workbench/documents/documentUri.ts';
import { reportScheme } from '../../src/workbench/platform/ids.ts';
import { documentEvents, JsonFile, user } from '../support/vscode/vscodeFake.ts';
import { createWholeApp } from '../support/wholeApp.ts';
import { editedName, type WindowPlan, type WindowReport } from './plan.ts';
import { randomOf } from './random.ts';
import { isUnfinished } from './roundFolder.ts';
import { WindowEditor } from './windowEditor.ts';

const PlanSchema: z.ZodType<WindowPlan> = z.object({
  folder: z.string(),
  seed: z.number(),
  work: z.union([
    z.object({ kind: z.literal('edit'), jobs: z.array(z.number()), newNames: z.array(z.string()) }),
    z.object({ kind: z.enum(['delete', 'disable', 'deleteAndUndo']), jobs: z.array(z.number()) }),
    z.object({ kind: z.enum(['deleteGroups', 'comeBack', 'focus']) }),
  ]),
  end: z.union([
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('killAtStep'), step: z.number() }),
    z.object({ kind: z.enum(['killAfter', 'closeAfter']), ms: z.number() }),
  ]),
});

const plan = PlanSchema.parse(parseJson(process.argv[2] ?? ''));
const { folder, seed, work, end } = plan;
const server = 'fleet';

/** The delays of this window are reproducible. */
const random = randomOf(seed);
const pause = (atMostMs: number) => delay(random() * atMostMs);

/** A memento whose values are updated at once and written a moment later, as in VS Code. */
function memento(name: string): vscode.Memento {
  const file = new JsonFile(join(folder, `${name}.json`));
  return {
    keys: () => [...file.values.keys()],
    get: <T>(key: string, fallback?: T) => {
      const value = file.values.get(key);
      return value === undefined ? fallback : structuredClone(value);
    },
    update: async (key: string, value: unknown) => {
      if (value === undefined) file.values.delete(key);
      else file.values.set(key, value);
      await pause(30);
      file.write();
    },
  };
}

function secrets(): vscode.SecretStorage {
  const file = new JsonFile(join(folder, 'secrets.json'));
  return {
    get: async key => z.string().optional().parse(file.values.get(key)),
    store: async (key, value) => void file.values.set(key, value),
    delete: async key => void file.values.delete(key),
    onDidChange: () => ({ dispose: () => undefined }),
  };
}

/** Records what the user was shown. Written synchronously, so that it survives an interruption of the window. */
function record(kind: keyof WindowReport, what: string): void {
  appendFileSync(join(folder, `${kind}.jsonl`), `${JSON.stringify(what)}\n`);
}

const afterwards = ['Show Report', 'Do the Rest…', 'Undo', 'Delete', 'Disable', 'Continue', 'Show It'];

/** In the order in which the user prefers them. */
const wanted: Readonly<Record<WindowPlan['work']['kind'], readonly string[]>> = {
  edit: ['Show It'],
  delete: ['Delete'],
  disable: ['Disable'],
  deleteAndUndo: ['Delete', 'Undo'],
  deleteGroups: ['Delete'],
  comeBack: afterwards,
  focus: afterwards,
};

user.settings = new JsonFile(join(folder, 'settings.json'));
user.answer = (message, actions) => {
  record('notices', message);
  // The rest of the run disables jobs, and the user does not undo that.
  if (message.startsWith('Disabled')) return undefined;
  // Nor does the user undo what an interrupted run has done.
  const isInterrupted = message.includes('was interrupted');
  return wanted[work.kind].find(action => actions.includes(action) && !(isInterrupted && action === 'Undo'));
};
user.shown = text => record('reports', text);

const backups = join(folder, 'backups');
mkdirSync(backups, { recursive: true });
const app = createWholeApp({
  workspaceState: memento('workspaceState'),
  globalState: Object.assign(memento('globalState'), { setKeysForSync: () => undefined }),
  secrets: secrets(),
  globalStorageUri: vscode.Uri.file(join(folder, 'storage')),
  extensionUri: vscode.Uri.file(folder),
  subscriptions: [],
});
user.files.set(reportScheme, app.reports);
const parts = { files: app.fileSystem, backups, pause };

async function edit(jobs: readonly number[], newNames: readonly string[]): Promise<void> {
  const open = jobs.map(id => ({
    editor: new WindowEditor(parts, objectUri(server, 'job', id, `job ${id}`)),
    name: editedName(seed, id),
  }));
  const made = newNames.map((name, index) => ({
    editor: new WindowEditor(parts, newObjectUri(server, 'job', seed * 10 + index, 'New Job')),
    name,
  }));
  await Promise.all([...open, ...made].map(({ editor, name }) => workOn(editor, name)));
}

async function workOn(editor: WindowEditor, name: string): Promise<void> {
  try {
    await pause(60);
    await editor.open();
    await pause(60);
    await editor.type(name);
    await pause(60);
    await editor.save();
  } catch (error) {
    // A window that closes cancels its requests; what is not saved by then stays unsaved.
    if (end.kind !== 'closeAfter') throw error;
  }
}

/** The window after the interrupted one: unsaved text is restored, and notifications are answered. */
async function comeBack(): Promise<void> {
  const BackupSchema = z.object({ uri: z.string(), text: z.string() });
  for (const name of readdirSync(backups)) {
    const { uri, text } = BackupSchema.parse(parseJson(readFileSync(join(backups, name), 'utf8')));
    const editor = new WindowEditor(parts, vscode.Uri.parse(uri));
    editor.restore(text);
    const failure = await editor.save().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (failure !== undefined) record('failures', `${uri} ${failure}`);
  }
  if (countRuns(isAny) > 0) await untilQuiet(isAny);
}

/** This window is already open, and the user switches to it when it is notified. */
async function focus(): Promise<void> {
  // By then the window has checked the runs that existed when it opened.
  for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate);
  process.stdout.write('open\n');
  await once(process.stdin, 'data');
  documentEvents.windowState.fire({ focused: true });
  await untilQuiet(name => name.includes(`.${process.pid}.`));
}

const isAny = () => true;

/** The number of runs that are recorded under such a name. */
function countRuns(isMeant: (name: string) => boolean): number {
  try {
    return readdirSync(join(folder, 'storage', 'runs')).filter(name => isUnfinished(name) && isMeant(name))
      .length;
  } catch {
    // There never was a run.
    return 0;
  }
}

/** Resolves when the interruption has been reported and the runs that complete the interrupted ones have ended. */
async function untilQuiet(isMeant: (name: string) => boolean): Promise<void> {
  for (let quiet = 0; quiet < 25; quiet = countRuns(isMeant) === 0 ? quiet + 1 : 0) await delay(20);
}

async function perform(): Promise<void> {
  if (work.kind === 'edit') return edit(work.jobs, work.newNames);
  if (work.kind === 'comeBack') return comeBack();
  if (work.kind === 'focus') return focus();
  if (work.kind === 'deleteGroups') {
    const rows = await app.trees.groups.getChildren();
    return app.runCommand('deviceAutomation.group.delete', [rows[0], rows]);
  }
  const id = work.kind === 'disable' ? 'deviceAutomation.job.disable' : 'deviceAutomation.job.delete';
  return app.runCommand(id, [{ ids: work.jobs, server }]);
}

function scheduleEnd(): void {
  const kill = () => process.kill(process.pid, 'SIGKILL');
  if (end.kind === 'killAfter') setTimeout(kill, end.ms);
  if (end.kind === 'closeAfter') setTimeout(() => void app.close().then(() => process.exit(0)), end.ms);
  if (end.kind !== 'killAtStep') return;
  let steps = 0;
  const count = () => {
    steps += 1;
    if (steps === end.step) kill();
  };
  for (const name of [
    'undici:client:sendHeaders',
    'undici:request:bodySent',
    'undici:request:headers',
    'undici:request:trailers',
  ])
    subscribe(name, count);
}

await app.ready;
scheduleEnd();
await perform();
process.stdout.write('done\n');
await app.close();
process.exit(0);
