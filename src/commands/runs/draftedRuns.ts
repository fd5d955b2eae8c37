import type { ItemOutcome, RunOperation, RunRecord } from '../../journal/runRecord.ts';
import { plural, t } from '../../platform/localize.ts';
import { namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/productionGuard.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type ChangesRun, changedName, changeObjects } from './changeObjects.ts';
import { type CreateAgainContext, createAgain, type Recreation, recordedCreations } from './createAgain.ts';
import { type GroupImport, importedName, importGroups } from './importRun.ts';
import { remainingEdits, remainingMembers } from './interruptedChanges.ts';
import { confirmChanged } from './remainingObjects.ts';
import { repointOffer } from './repointJobs.ts';

/** Runs whose records contain the target state of each item, so that they can be completed from the record. */
const operations = [
  'createJobs',
  'createGroups',
  'importGroups',
  'changeMembers',
  'changeJobs',
  'changePlaces',
] as const;
type DraftedOperation = (typeof operations)[number];

export type DraftedRun = RunRecord & { readonly act: DraftedOperation };

export function isDrafted(act: RunOperation): act is DraftedOperation {
  return operations.some(operation => operation === act);
}

/** Completes the run, after a prompt; `undefined` if canceled before that. */
export async function restOfDrafted(
  context: CreateAgainContext,
  session: ServerSession,
  run: DraftedRun,
): Promise<(() => Promise<void>) | 'nothing' | undefined> {
  switch (run.act) {
    case 'createJobs':
    case 'createGroups': {
      const items = recordedCreations(run.items);
      return items.length === 0 ? 'nothing' : () => resumeCreates(context, session, run.act, items);
    }
    case 'importGroups': {
      const rest = await remainingImport(session, run.items);
      return rest === undefined ? 'nothing' : () => resumeImport(context, session, rest);
    }
    case 'changeMembers':
    case 'changeJobs':
    case 'changePlaces':
      return remainingChanges(context, session, { ...run, act: run.act });
  }
}

async function remainingImport(
  session: ServerSession,
  items: readonly ItemOutcome[],
): Promise<GroupImport | undefined> {
  const noted = items.filter(isOfGroup);
  const changes = noted.length === 0 ? [] : await remainingMembers(session, noted);
  const creates = recordedCreations(items.filter(item => !isOfGroup(item)));
  return changes.length + creates.length === 0 ? undefined : { creates, changes };
}

async function resumeImport(
  context: CreateAgainContext,
  session: ServerSession,
  rest: GroupImport,
): Promise<void> {
  const isSure = await confirmOn(session.server, context.dialogs, {
    message: t('Continue creating and changing groups on “{server}”?', { server: session.server.name }),
    detail: namesOf([...rest.creates, ...rest.changes], importedName, 10),
    action: t('Continue'),
  });
  if (isSure) await importGroups(context, session, rest);
}

/** Each group and job is read again before it is changed. */
async function remainingChanges(
  context: CreateAgainContext,
  session: ServerSession,
  { act, items }: Pick<ChangesRun, 'act'> & Pick<RunRecord, 'items'>,
): Promise<(() => Promise<void>) | 'nothing' | undefined> {
  const rest = items.filter(({ is }) => is !== 'done');
  const inGroups = rest.some(isOfGroup) ? await remainingMembers(session, items.filter(isOfGroup)) : [];
  const ofJobs = rest.filter(item => !isOfGroup(item));
  const found = await remainingEdits(session, ofJobs);
  if (inGroups.length + found.length === 0) return 'nothing';
  const edits = (await confirmChanged(context.dialogs, found))?.map(({ object }) => object);
  if (edits === undefined) return undefined;
  const changes = [...inGroups, ...edits];
  return async () => {
    const isSure = await confirmOn(session.server, context.dialogs, {
      message: plural(continueTexts[act], changes.length, { server: session.server.name }),
      detail: namesOf(changes, changedName, 10),
      action: t('Continue'),
    });
    if (isSure) await changeObjects(context, session, { act, changes });
  };
}

function isOfGroup({ key }: ItemOutcome): boolean {
  return key !== undefined;
}

const continueTexts = {
  changeMembers:
    'Continue changing the devices of {count} group on “{server}”?|Continue changing the devices of {count} groups on “{server}”?',
  changeJobs: 'Continue changing {count} job on “{server}”?|Continue changing {count} jobs on “{server}”?',
  changePlaces:
    'Continue changing {count} group or job on “{server}”?|Continue changing {count} groups and jobs on “{server}”?',
} as const;

async function resumeCreates(
  context: CreateAgainContext,
  session: ServerSession,
  act: DraftedOperation,
  items: readonly Recreation[],
): Promise<void> {
  const isSure = await confirmOn(session.server, context.dialogs, {
    message: plural(
      'Create {count} object on “{server}”?|Create {count} objects on “{server}”?',
      items.length,
      { server: session.server.name },
    ),
    detail: namesOf(items, ({ name }) => name, 10),
    action: t('Create'),
  });
  if (!isSure) return;
  if (act === 'createJobs') await createAgain(context, session, { kind: 'job', items });
  else await recreateGroups(context, session, items);
}

/** Creates deleted groups again, and offers to change the jobs that targeted them to the new IDs. */
export async function recreateGroups(
  context: CreateAgainContext,
  session: ServerSession,
  items: readonly Recreation[],
): Promise<void> {
  await createAgain(context, session, {
    kind: 'group',
    items,
    offer: created => repointOffer(context, session, created),
  });
}
