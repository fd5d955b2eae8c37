import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerConfig } from '../../../../src/api/model/server.ts';
import type { FolderPlan, ShownItem } from '../../../../src/contrib/files/vscode/shownPlan.ts';
import type { ReviewQuestion } from '../../../../src/workbench/platform/review.ts';
import { withMemoryServer } from '../../../workbench/commands/support/memoryServer.ts';

const { exportFiles } = await import('../../../../src/contrib/files/vscode/exportFiles.ts');

type MemoryServer = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** Two servers in memory, a workspace without folders, and a folder for the files of the first server. */
export async function withFiles(
  use: (given: MemoryServer & ReturnType<typeof createSetup>) => Promise<void>,
  marks: Parameters<typeof withMemoryServer>[1] = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'da-files-'));
  try {
    await withMemoryServer(
      memoryServer =>
        withMemoryServer(
          async office => use({ ...memoryServer, ...createSetup(memoryServer, office, folder) }),
          {
            id: 'office',
            name: 'Office',
            url: 'https://office.example',
          },
        ),
      marks,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Folders {
  readonly found: string[];
  readonly proposed: string[];
  readonly readOnly: string[];
  isSearched: boolean;
  chosen: string | undefined;
}

function createSetup(
  { context, user, memoryServer, session }: MemoryServer,
  office: MemoryServer,
  files: string,
) {
  memoryServer.jobs.set(1, { name: 'Scan', policies: [1] });
  memoryServer.jobs.set(2, { name: 'Update', policies: [2] });
  memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: [] });
  const sessions = [session, office.session];
  const configured: ServerConfig[] = sessions.map(({ server }) => server);
  const plans = new Map<string, FolderPlan>();
  /** The items behind the rows of the Source Control view. */
  const rows = new Map<object, ShownItem>();
  const reviewed: ReviewQuestion[] = [];
  const folders: Folders = { found: [], proposed: [], readOnly: [], isSearched: true, chosen: files };
  const done: string[] = [];
  /** The user's names for policies. */
  const names = new Map<number, string>();
  /** Runs that were recorded before anything was sent. */
  const begun: unknown[] = [];
  user.review = question => {
    reviewed.push(question);
    return question.choices.filter(({ isFixed }) => !isFixed).map(({ value }) => value);
  };
  const all = {
    ...context,
    sessions: { active: session, get: (id: string) => sessions.find(({ server }) => server.id === id) },
    servers: {
      ...context.servers,
      servers: configured,
      active: session.server,
      get: (id: string) => configured.find(server => server.id === id),
      isTemporary: () => false,
    },
    labels: {
      ...context.labels,
      ids: (_: string, field: string) => (field === 'policies' ? [...names.keys()] : []),
      get: (_: string, field: string, id: number) => (field === 'policies' ? names.get(id) : undefined),
    },
    journal: {
      ended: () => context.journal.ended(),
      ongoing: () => context.journal.ongoing(),
      since: (id?: string) => context.journal.since(id),
      begin: (...args: Parameters<typeof context.journal.begin>) => {
        begun.push(args[0]);
        return context.journal.begin(...args);
      },
    },
    plans: {
      get folders() {
        return [...plans.keys()];
      },
      of: (folder: string) => plans.get(folder),
      show: (shown: FolderPlan) => void plans.set(shown.folder, shown),
      itemAt: (uri: object) => rows.get(uri),
    },
    folders: {
      withManifest: async () => folders.found,
      proposed: () => folders.proposed,
      isReadOnly: (folder: string) => folders.readOnly.includes(folder),
      get isSearched() {
        return folders.isSearched;
      },
      choose: async () => folders.chosen,
      openManifest: async (folder: string) => void done.push(`open ${folder}`),
      compare: async (_: FolderPlan, { name }: { readonly name: string }) =>
        void done.push(`compare ${name}`),
      showPlans: async () => void done.push('show plans'),
    },
    offerServer: async () => void done.push('offer a server'),
  };
  const paths = () =>
    readdirSync(files, { recursive: true, encoding: 'utf8' }).filter(path => path.includes('.'));
  const path = (name: string) => join(files, name);
  return {
    office,
    all,
    files,
    folders,
    plans,
    rows,
    reviewed,
    names,
    begun,
    configured,
    called: done,
    paths,
    path,
    /** Changes fields of a file. */
    edit: (name: string, fields: object) => {
      const value = JSON.parse(readFileSync(path(name), 'utf8'));
      writeFileSync(path(name), JSON.stringify({ ...value, ...fields }, undefined, 2));
    },
    /** Exports everything on the server, and discards the messages. */
    exported: async () => {
      await exportFiles(all, [{ folder: files }]);
      user.messages.length = 0;
    },
  };
}
