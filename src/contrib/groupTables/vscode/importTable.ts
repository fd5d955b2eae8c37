import type { DeviceReference } from '../../../api/model/membership.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { linkText } from '../../../base/linkedText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { activeSession } from '../../../workbench/commands/arguments.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import type { GroupChoice } from '../../../workbench/commands/groups/groupArguments.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { membersStep, type Step } from '../../../workbench/commands/runs/steps.ts';
import { readMost, unreadText } from '../../../workbench/notices/wholeLists.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { namesOf } from '../../../workbench/platform/objectNames.ts';
import { reviewOn } from '../../../workbench/servers/serverMarks.ts';
import { DeviceDirectory } from '../../devices/common/pastedDevices.ts';
import { noteText } from '../../devices/vscode/deviceQuestions.ts';
import {
  type GroupPlan,
  type GroupTable,
  type PastedGroups,
  planGroups,
  readGroupTable,
  readPastedGroups,
  type TableLayout,
  type TableMode,
} from '../common/groupTable.ts';

type ImportContext = RunContext & GroupChoice & Uses<'clipboard' | 'newText' | 'reports'>;

/** Creates and changes groups from a table of group names and host names, after a preview of each. */
export async function importTable(context: ImportContext): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const text = await tableText(context);
  if (text === undefined) return;
  await session.groups.all();
  await readMost(context, session, ['jobs']);
  const known = new DeviceDirectory(session.devices.all);
  const pasted = readGroupTable(text, known);
  const noTable = () =>
    context.dialogs.info(
      t(
        'There is no table. Copy lines that each have a group name and a host name, separated by a tab or comma.',
      ),
    );
  if (pasted.columns.every(({ values }) => values.length === 0)) return void noTable();
  const layout = pasted.layout ?? (await askLayout(context, pasted));
  if (layout === undefined) return;
  const table = readPastedGroups(pasted, layout, known);
  if (table.groups.length === 0) return void noTable();
  const mode = await askMode(context);
  if (mode === undefined) return;
  const groups = session.groups.entries.map(({ group }) => group);
  const chosen = await choosePlans(context, session, {
    table,
    plans: planGroups(table.groups, groups, mode),
  });
  if (chosen.length > 0) await apply(context, session, chosen);
}

/** The text of the active editor or of the clipboard; asks only if both have text. */
async function tableText({
  dialogs,
  newText,
  clipboard,
}: Pick<ImportContext, 'dialogs' | 'newText' | 'clipboard'>): Promise<string | undefined> {
  const open = newText.active();
  if (open === undefined) return clipboard.readText();
  const from = await dialogs.pick(t('Create or Change Groups from Table'), [
    { value: 'clipboard', label: t('Table in the clipboard') },
    { value: 'editor', label: t('Table in the active editor') },
  ]);
  if (from === undefined) return undefined;
  return from === 'editor' ? open : clipboard.readText();
}

/** Asks which columns contain the groups and the devices, with what they would result in. */
async function askLayout(
  { dialogs }: Pick<ImportContext, 'dialogs'>,
  { columns, hasHeadings }: GroupTable,
): Promise<TableLayout | undefined> {
  const choices = columns.map(({ heading, values, known }, index) => ({
    value: String(index),
    label: displayText(heading, 60) || t('Column {number}', { number: index + 1 }),
    description: namesOf(values, value => value, 3),
    groups: plural('{count} group|{count} groups', values.length),
    devices: t('{known} of {count} values are known devices', { known, count: values.length }),
  }));
  const group = await dialogs.pick(
    t('Column of the Table with Group Names'),
    choices.map(({ groups, devices: _, ...choice }) => ({ ...choice, detail: groups })),
  );
  if (group === undefined) return undefined;
  const others = choices.filter(({ value }) => value !== group);
  const devices = await dialogs.pick(t('Column of the Table with Host Names'), [
    ...others.map(({ groups: _, devices: detail, ...choice }) => ({ ...choice, detail })),
    { value: 'rest', label: t('All Other Columns') },
  ]);
  if (devices === undefined) return undefined;
  const first = hasHeadings
    ? 'headings'
    : await dialogs.pick(t('First Line of the Table'), [
        { value: 'headings', label: t('Headings of the columns') },
        { value: 'devices', label: t('A group and its devices') },
      ]);
  if (first === undefined) return undefined;
  return {
    group: Number(group),
    devices: devices === 'rest' ? devices : Number(devices),
    hasHeadings: first === 'headings',
  };
}

async function askMode({ dialogs }: Pick<ImportContext, 'dialogs'>): Promise<TableMode | undefined> {
  const mode = await dialogs.pick(t('Existing Groups'), [
    { value: 'add', label: t('Add the devices of the table'), description: t('removes nothing') },
    {
      value: 'replace',
      label: t('Replace their devices with the table'),
      description: t('also removes devices that are not in the table'),
    },
  ]);
  return mode === 'add' || mode === 'replace' ? mode : undefined;
}

interface Preview {
  readonly table: PastedGroups;
  readonly plans: readonly GroupPlan[];
}

/** Lets the user uncheck groups. Those that need no change or cannot be changed are only listed. */
async function choosePlans(
  { dialogs, reports }: Pick<ImportContext, 'dialogs' | 'reports'>,
  session: ServerSession,
  { table, plans }: Preview,
): Promise<readonly GroupPlan[]> {
  const { server } = session;
  const lines = plans.flatMap(plan => [
    t('{group}: {plan}', { group: displayText(plan.name), plan: planText(plan) }),
    ...deviceTexts(plan).map(text => `    ${text}`),
  ]);
  const created = plans.filter(plan => plan.kind === 'create');
  const summary = joinTexts(
    ' · ',
    plural('{count} group in the table|{count} groups in the table', plans.length),
    created.length > 0 &&
      t('to be created: {groups} with {devices}', {
        groups: plural('{count} group|{count} groups', created.length),
        devices: plural(
          '{count} device|{count} devices',
          created.reduce((sum, { devices }) => sum + devices.length, 0),
        ),
      }),
  );
  const notes = [t('Lines of the table'), unreadText(session), ...table.notes.map(noteText)];
  const run = () =>
    reports.show({
      key: `groupTable/${server.id}`,
      title: t('Preview of groups on “{server}”', { server: displayText(server.name, 60) }),
      read: async () =>
        linkText([
          t('Nothing has been sent yet.'),
          summary,
          '',
          ...lines,
          ...(table.notes.length === 0 ? [] : ['', ...notes.filter(text => text !== '')]),
        ]),
    });
  if (table.notes.length > 0) await run();
  const chosen = await reviewOn(server, dialogs, {
    action: t('Apply'),
    title: t('Groups on “{server}”', { server: server.name }),
    placeholder: summary,
    choices: plans.map(plan => ({
      value: plan.name,
      label: displayText(plan.name),
      description: planText(plan),
      detail: deviceTexts(plan).join(' · '),
      isFixed: plan.kind !== 'create' && plan.kind !== 'change',
    })),
    open: { label: t('Open Preview in Editor'), run },
  });
  const names = new Set(chosen);
  return plans.filter(({ name }) => names.has(name));
}

async function apply(
  context: ImportContext,
  session: ServerSession,
  plans: readonly GroupPlan[],
): Promise<void> {
  const changed = plans.filter(plan => plan.kind === 'change');
  const groups = changed.map(({ group }) => group);
  const ids = await groupIdsOf(context, session, groups);
  const steps = plans.flatMap((plan): Step[] => {
    if (plan.kind === 'create') {
      const { name, devices } = plan;
      const draft = { name, server_set: devices.map(device => device.name) };
      return [{ kind: 'create', objectKind: 'group', name, draft }];
    }
    const id = plan.kind === 'change' ? ids.get(plan.group) : undefined;
    if (plan.kind !== 'change' || id === undefined) return [];
    const { group, add, remove } = plan;
    return [membersStep({ group, id, change: { add, remove } })];
  });
  if (steps.length > 0) await takeSteps(context, session, { act: 'importGroups', steps });
}

const unchangedTexts = {
  unchanged: 'nothing to change',
  ambiguous: 'skipped: several groups have this name',
  otherCase: 'skipped: another group has this name in different case',
  noDevices: 'skipped: the table has no devices for it, which would remove them all',
} as const;

function planText(plan: GroupPlan): string {
  if (plan.kind === 'create')
    return plural('create with {count} device|create with {count} devices', plan.devices.length);
  if (plan.kind !== 'change') return t(unchangedTexts[plan.kind]);
  const counts = { added: plan.add.length, removed: plan.remove.length };
  return t('change: {added} added, {removed} removed', counts);
}

/** Which devices are added and removed, one line each. */
function deviceTexts(plan: GroupPlan): string[] {
  const list = (devices: readonly DeviceReference[]) => namesOf(devices, ({ name }) => name, 8);
  if (plan.kind === 'create') return plan.devices.length === 0 ? [] : [list(plan.devices)];
  if (plan.kind !== 'change') return [];
  return [
    plan.add.length === 0 ? '' : t('Add: {devices}', { devices: list(plan.add) }),
    plan.remove.length === 0 ? '' : t('Remove: {devices}', { devices: list(plan.remove) }),
  ].filter(part => part !== '');
}
