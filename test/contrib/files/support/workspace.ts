import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { englishLocalizer } from '../../../../src/base/localizer.ts';
import {
  type ApplyOptions,
  type ApplyResults,
  applyPlan,
} from '../../../../src/contrib/files/common/applyPlan.ts';
import { diskFolder } from '../../../../src/contrib/files/common/diskFolder.ts';
import { type ExportPlan, exportObjects } from '../../../../src/contrib/files/common/exportObjects.ts';
import type { Plan, PlanItem } from '../../../../src/contrib/files/common/filePlan.ts';
import { type FileSet, readFileSet } from '../../../../src/contrib/files/common/fileSet.ts';
import { writeFiles } from '../../../../src/contrib/files/common/fileWriting.ts';
import { makePlan } from '../../../../src/contrib/files/common/makePlan.ts';
import { readServerState, type ServerAccess } from '../../../../src/contrib/files/common/serverState.ts';
import { RunJournal } from '../../../../src/store/runs/runJournal.ts';
import type { DemoServerOptions } from '../../../demo/options.ts';
import type { DemoServer } from '../../../demo/server.ts';
import { startMs, type TestClient, withDemo } from '../../../support/http/clients.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { accessServer } from '../../../support/serverAccess.ts';

const localizer = englishLocalizer;

/** A server, and a folder with its files. */
export class Workspace {
  readonly folder: string;
  readonly server: DemoServer;
  readonly access: ServerAccess;
  readonly client: TestClient;

  constructor(
    folder: string,
    { server, client }: { server: DemoServer; client: TestClient },
    name = 'Plant',
  ) {
    this.folder = folder;
    this.server = server;
    this.client = client;
    this.access = accessServer({
      server: { id: name.toLowerCase(), name, url: server.url },
      client,
      clock: createManualClock(startMs),
    });
  }

  /** Uses the same files with another server. */
  on(other: { server: DemoServer; client: TestClient }, name = 'Plant'): Workspace {
    return new Workspace(this.folder, other, name);
  }

  read(): Promise<FileSet> {
    return readFileSet(diskFolder(this.folder), { localizer });
  }

  async export(): Promise<ExportPlan> {
    const [fileSet, state] = await Promise.all([this.read(), readServerState(this.access)]);
    const found = await exportObjects({ fileSet, state, localizer });
    const { problems } = await writeFiles(diskFolder(this.folder), found.writes, { localizer });
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    return found;
  }

  async plan(): Promise<Plan> {
    return (await makePlan(this.access, this.read(), { localizer })).plan;
  }

  /** Applies all pending changes, or the given ones. */
  async apply(plan?: Plan, options: Partial<ApplyOptions> = {}): Promise<ApplyResults> {
    const journal = new RunJournal({
      folder: join(this.folder, 'runs'),
      onFailure: error => {
        throw error;
      },
    });
    const parts = { access: this.access, journal, localizer, source: { folder: this.folder } };
    return applyPlan(plan ?? (await this.plan()), { ...parts, ...options });
  }

  /** The items that differ. */
  async differences(): Promise<readonly PlanItem[]> {
    return (await this.plan()).items.filter(({ action }) => action !== 'unchanged');
  }

  paths(): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .map(path => path.replaceAll('\\', '/'))
      .filter(path => path.includes('.json'))
      .sort();
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(path: string): void {
    rmSync(join(this.folder, path));
  }

  /** The ID of a group on the demo server. */
  async groupId(name: string): Promise<number> {
    await this.access.groups.all();
    await this.access.groups.identity.findAll({ budget: 100 });
    const found = this.access.groups.entries.find(({ group }) => group.name === name);
    const id = found && this.access.groups.identity.known(found.group);
    if (id === undefined) throw new Error(`no group ${name}`);
    return id;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** Changes fields of a file as a user would. */
  edit(path: string, fields: Readonly<Record<string, unknown>>): void {
    const value: unknown = JSON.parse(this.text(path));
    this.write(path, `${JSON.stringify(Object.assign({}, value, fields), undefined, 2)}\n`);
  }

  /** Gives the IDs of these servers the same labels, so that the files mean the same on each. */
  labelIds(...servers: readonly string[]): void {
    const names = Object.fromEntries(Array.from({ length: 200 }, (_, id) => [id, `Label ${id}`]));
    const labels = { policies: names, reports: names, dynamic_groups: names };
    this.edit('device-automation.json', { labels: Object.fromEntries(servers.map(name => [name, labels])) });
  }

  texts(): ReadonlyMap<string, string> {
    return new Map(this.paths().map(path => [path, this.text(path)]));
  }
}

/** A demo server whose clock stands still, and an empty folder for its files. */
export async function withWorkspace(
  options: DemoServerOptions,
  use: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'device-automation-files-'));
  try {
    await withDemo(options, started => use(new Workspace(folder, started)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function summary(items: readonly PlanItem[]): string[] {
  return items.map(
    ({ action, name, changes, problems }) =>
      `${action} ${name}: ${[...changes.map(({ field }) => field), ...problems.map(({ text }) => text)].join(', ')}`,
  );
}
