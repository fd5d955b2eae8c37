import { deviceFields } from '../fields/objectFields.ts';
import type { Localizer } from '../util/localizer.ts';
import type { Plan, PlanItem } from './filePlan.ts';
import type { FileSet } from './fileSet.ts';
import type { ObjectFile } from './objectFile.ts';
import { planChanges } from './planChanges.ts';
import {
  readServerState,
  type ServerAccess,
  type ServerState,
  type StateOptions,
  withFoundDevices,
} from './serverState.ts';

export interface PlanOptions extends StateOptions {
  readonly localizer: Localizer;
  /** The maximum number of requests to search for group IDs that the plan needs and the server does not return. */
  readonly idBudget?: number;
}

export interface PlanReading {
  readonly plan: Plan;
  readonly state: ServerState;
}

const defaultIdBudget = 200;

/** Reads the server and plans what the files would change on it. */
export async function makePlan(
  access: ServerAccess,
  fileSet: FileSet | Promise<FileSet>,
  options: PlanOptions,
): Promise<PlanReading> {
  const [set, read] = await Promise.all([fileSet, readServerState(access, options)]);
  const { localizer, signal, idBudget: budget = defaultIdBudget } = options;
  const planning = { localizer, signal };
  const found = await withFoundDevices(access, read, { signal, names: deviceNamesIn(set.files) });
  const plan = await planChanges(set, found, planning);
  if (!lacksGroupIds(plan)) return { plan, state: found };
  await access.groups.identity.findAll({ signal, budget });
  return { plan: await planChanges(set, found, planning), state: found };
}

function deviceNamesIn(files: readonly ObjectFile[]): Set<string> {
  const names = new Set<string>();
  for (const { kind, draft } of files) {
    const listed: unknown = draft[deviceFields[kind]];
    if (!Array.isArray(listed)) continue;
    for (const name of listed) if (typeof name === 'string') names.add(name);
  }
  return names;
}

/** Whether any item can only be applied once a group's ID is known. */
function lacksGroupIds({ items, needsGroupIds }: Plan): boolean {
  const lacksId = ({ action, id, object }: PlanItem) =>
    object !== undefined && id === undefined && action !== 'unchanged' && action !== 'onlyOnServer';
  return needsGroupIds || items.some(lacksId);
}
