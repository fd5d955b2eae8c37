import type { NamedFilter } from '../../../../src/workbench/servers/namedFilters.ts';
import type { JobsNode } from '../../../../src/workbench/trees/nodes.ts';
import { filterTerms } from '../../../house/support/filterTerms.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { withMemoryServer } from '../../commands/support/memoryServer.ts';

const { contributedRows } = await import('./contributedRows.ts');
const { Schedules } = await import('../../../../src/workbench/servers/schedules.ts');
const { readFilter } = await import('../../../../src/workbench/trees/filterWords.ts');
const { ShownJobs } = await import('../../../../src/workbench/trees/shownJobs.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

interface Options {
  readonly text?: string;
  readonly grouping?: 'status';
  readonly isFirst?: boolean;
  readonly named?: readonly NamedFilter[];
}

/** The rows of jobs 1 to 3, of which the second is disabled and has failed, and what is redrawn. */
export function withShown(
  use: (given: Given & Awaited<ReturnType<typeof setup>>) => Promise<void>,
  options: Options = {},
) {
  return withMemoryServer(async given => {
    const parts = await setup(given, options);
    await use({ ...given, ...parts }).finally(() => parts.shown.dispose());
  });
}

async function setup(
  { memoryServer, session }: Given,
  { text = '', grouping, isFirst = false, named = [] }: Options,
) {
  for (const id of [1, 2, 3])
    memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [5], enabled: id !== 2 });
  await session.jobs.refresh();
  /** Reads statuses by job ID; resolves when all are reported. */
  const readStatuses = async (words: Readonly<Record<number, string>>) => {
    const unreported = new Set(Object.keys(words).map(Number));
    for (const id of unreported) memoryServer.statuses.set(id, words[id] ?? '');
    const reported = new Promise<void>(resolve =>
      session.statuses.onDidChange(ids => {
        for (const id of ids) unreported.delete(id);
        if (unreported.size === 0) resolve();
      }),
    );
    for (const id of unreported) void session.statuses.read(id);
    await reported;
  };
  await readStatuses({ 1: 'finished', 2: 'failed', 3: 'failed' });
  const pinnedJobs = { get: () => [], set: () => undefined };
  const clock = createManualClock(0);
  const shown = new ShownJobs(
    session,
    { schedules: new Schedules(), filterTerms, pinnedJobs, namedFilters: { all: named } },
    isFirst,
    clock,
  );
  const arrangement = {
    filter: readFilter(text, filterTerms),
    sort: 'server',
    grouping: grouping ?? 'none',
  } as const;
  for (const changesOf of contributedRows.changes)
    changesOf(session).onDidChange(ids => shown.marksChanged(ids.map(id => ({ kind: 'job', id }))));
  /** The top-level rows, as VS Code asks for them again and again. */
  const roots = async () => (await shown.outline.roots(arrangement)).map(short);
  await roots();
  /** The next rows that are redrawn: IDs of jobs, keys of sections, or all. */
  const redrawn = () =>
    new Promise<unknown>(resolve => shown.onDidChange(rows => resolve(rows?.map(short) ?? 'all')));
  let texts = 0;
  shown.onDidChangeTexts(() => {
    texts += 1;
  });
  return { shown, roots, redrawn, texts: () => texts, readStatuses, clock };
}

function short(node: JobsNode) {
  if ('jobId' in node) return node.jobId;
  return node.kind === 'section' ? node.key : node.kind;
}
