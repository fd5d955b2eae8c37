import { groupTitle } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { stringsOf } from '../../util/json.ts';
import { offerUndo, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, type GroupChange, membersItem } from './changedGroups.ts';
import {
  type CreateAgainContext,
  createdText,
  creationItem,
  markedAsSent,
  problemTexts,
  type Recreated,
  type Recreation,
  recreate,
} from './createAgain.ts';
import { undoImport } from './undoImport.ts';

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
  context: CreateAgainContext,
  session: ServerSession,
  { creates, changes }: GroupImport,
): Promise<void> {
  const changed = new ChangedGroups(session, changes);
  const created: Recreated[] = [];
  const isOnly = creates.length === 1 && changes.length === 0;
  const settle = new Map(
    creates.map(item => [item, changed.awaitCreate(stringsOf(item.draft['server_set']))]),
  );
  const create = async (item: Recreation, sending: () => Promise<void>) => {
    try {
      created.push(await recreate(context, session, { kind: 'group', item, isOnly, sending }));
      settle.get(item)?.(true);
    } finally {
      settle.get(item)?.(false);
    }
  };
  const result = await runEach(context, session, {
    act: 'importGroups',
    items: [...creates, ...changed.inOrder],
    itemOf: item => ('group' in item ? membersItem(item) : creationItem(item)),
    run: (item, sending) => ('group' in item ? changed.change(item, sending) : create(item, sending)),
  });
  const again = (items: readonly (Recreation | GroupChange)[]) =>
    importGroups(context, session, {
      creates: markedAsSent(items.filter(item => 'draft' in item)),
      changes: items.filter(item => 'group' in item),
    });
  await Promise.all([
    reportFailures(context, session, result, { nameOf: importedName, again }),
    reportImport(context, session, created, changed),
  ]);
}

export function importedName(item: Recreation | GroupChange): string {
  return 'group' in item ? groupTitle(item.group) : item.name;
}

async function reportImport(
  context: CreateAgainContext,
  session: ServerSession,
  created: readonly Recreated[],
  changed: ChangedGroups,
): Promise<void> {
  const { summary = '', problems = [] } = changed.report ?? {};
  for (const problem of problems) context.log.error(problem);
  const names = created.map(({ text }) => text);
  const otherwise = problemTexts(context, session, created);
  const groups = created.flatMap(({ group }) => group ?? []);
  const changes = changed.inverse;
  await offerUndo(context, {
    texts: [
      names.length === 0 ? '' : createdText(session, names),
      summary,
      ...otherwise,
      ...problems.slice(0, 3),
    ],
    isWarning: problems.length + otherwise.length > 0,
    undo:
      groups.length + changes.length === 0
        ? undefined
        : () => undoImport(context, session, { created: groups, changes }),
  });
}
