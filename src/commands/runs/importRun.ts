import type { RunOne } from '../../journal/runItems.ts';
import type { RunRecord } from '../../journal/runRecord.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { stringsOf } from '../../util/json.ts';
import { offerUndo, type RunContext, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, type GroupChange, membersItem } from './changedGroups.ts';
import {
  createdText,
  creationItem,
  markItemsAsSent,
  problemTexts,
  type Recreated,
  type Recreation,
  recreate,
} from './createAgain.ts';
import { undoOf } from './undoRun.ts';

/** Groups to create, and groups whose devices are to change. */
export interface GroupImport {
  readonly creates: readonly Recreation[];
  readonly changes: readonly GroupChange[];
}

/**
 * Creates and changes groups in one operation. One report covers everything, and “Undo” reverts all of it. The
 * devices of a new group are only removed from other groups once it exists.
 */
export async function importGroups(
  context: RunContext,
  session: ServerSession,
  { creates, changes }: GroupImport,
): Promise<void> {
  const changed = new ChangedGroups(session, changes);
  const created: Recreated[] = [];
  const isOnly = creates.length === 1 && changes.length === 0;
  const settle = new Map(
    creates.map(item => [item, changed.awaitCreate(stringsOf(item.draft['server_set']))]),
  );
  const create = async (...[item, sending, left]: Parameters<RunOne<Recreation>>) => {
    try {
      created.push(await recreate(context, session, { kind: 'group', item, isOnly, sending, left }));
      settle.get(item)?.(true);
    } finally {
      settle.get(item)?.(false);
    }
  };
  const result = await runEach(context, session, {
    act: 'importGroups',
    items: [...creates, ...changed.inOrder],
    itemOf: item => ('group' in item ? membersItem(item) : creationItem(item)),
    run: (item, sending, left) =>
      'group' in item ? changed.change(item, sending, left) : create(item, sending, left),
  });
  const again = (items: readonly (Recreation | GroupChange)[]) =>
    importGroups(context, session, {
      creates: markItemsAsSent(items.filter(item => 'draft' in item)),
      changes: items.filter(item => 'group' in item),
    });
  await Promise.all([
    reportFailures(context, session, result, { nameOf: nameImported, again }),
    reportImport(context, session, created, { changed, record: result.record }),
  ]);
}

export function nameImported(item: Recreation | GroupChange): string {
  return 'group' in item ? groupTitle(item.group) : item.name;
}

async function reportImport(
  context: RunContext,
  session: ServerSession,
  created: readonly Recreated[],
  { changed, record }: { readonly changed: ChangedGroups; readonly record: RunRecord },
): Promise<void> {
  const { summary = '', problems = [] } = changed.report ?? {};
  for (const problem of problems) context.log.error(problem);
  const names = created.map(({ text }) => text);
  const otherwise = problemTexts(context, session, created);
  await offerUndo(context, {
    texts: [
      names.length === 0 ? '' : createdText(session, names),
      summary,
      ...otherwise,
      ...problems.slice(0, 3),
    ],
    isWarning: problems.length + otherwise.length > 0,
    undo: undoOf(context, session, record),
  });
}
