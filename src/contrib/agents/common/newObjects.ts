import * as z from 'zod/mini';
import type { FieldTable } from '../../../api/fields/field.ts';
import { groupFields } from '../../../api/fields/groupFields.ts';
import { jobFields } from '../../../api/fields/jobFields.ts';
import type { Draft } from '../../../api/model/draft.ts';
import {
  type DraftReading,
  readGroupDraft,
  readJobDraft,
  toGroupCreate,
  toJobCreate,
} from '../../../api/model/drafts.ts';
import { draftSchemas } from '../../../api/model/fieldShapes.ts';
import { emptyGroupDraft, toGroupDraft } from '../../../api/model/group.ts';
import { emptyJobDraft, toJobDraft } from '../../../api/model/job.ts';
import { orThrow, unlessRefused } from '../../../api/writes/writeResult.ts';
import { stringsOf } from '../../../base/json.ts';
import { englishLocalizer } from '../../../base/localizer.ts';
import { hasErrors } from '../../../recurrence/text/recurrenceSet.ts';
import { addedTargets, Newcomers, SeenTargets } from '../../../store/runs/stillSo.ts';
import { type ChangePlan, planParts, type RunPart } from './changePlan.ts';
import { ToolError } from './fleet.ts';
import { reachChange } from './jobChanges.ts';
import { readReach, type ServerCall } from './serverCall.ts';

/** What the names of the fields do not say. */
const meanings: Readonly<Record<string, string>> = {
  params: 'Schedule from convert_schedule. Default: none.',
  peers: 'Host names or addresses of devices.',
  report_formats: 'With reports: pdf, xlsx, csv, html.',
  dn: 'Default: the server derives it.',
  server_set: 'Host names of devices.',
};

/** The fields of a job or a group, from the table of the API. */
function fieldsOf(table: FieldTable) {
  const fields = Object.entries(table).map(([name, { holds }]) => {
    const value = z.optional(draftSchemas[holds]);
    const meaning = meanings[name];
    return [name, meaning === undefined ? value : value.check(z.describe(meaning))] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}

export const NewJob = fieldsOf(jobFields);
export const NewGroup = fieldsOf(groupFields);

/** The plan of a job or a group with these fields. */
export async function planNew(kind: 'job' | 'group', fields: Draft, call: ServerCall): Promise<ChangePlan> {
  const { session, outlook } = call;
  await readReach(call);
  if (kind === 'group') {
    const draft = checkedDraft(readGroupDraft({ ...emptyGroupDraft, ...fields }, englishLocalizer));
    return planCreate('group', draft, call);
  }
  const draft = checkedDraft(readJobDraft({ ...emptyJobDraft, ...fields }, true, englishLocalizer));
  if (hasErrors(outlook.predictor.parse(draft.params ?? '')))
    throw new ToolError('The schedule has errors: see convert_schedule.');
  const unknown = (draft.groups ?? []).filter(id => session.targets.group(id) === undefined);
  if (unknown.length > 0)
    throw new ToolError(
      `No listed group has the ID ${unknown.join(', ')}. Find groups with find_groups_and_devices.`,
    );
  return planCreate('job', draft, call);
}

function checkedDraft<T extends Draft>({ draft, problems }: DraftReading<T>): T {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (draft === undefined || errors.length > 0)
    throw new ToolError(
      errors.map(({ path, text }) => `${path.join('.') || 'The object'}: ${text}`).join(' '),
    );
  return draft;
}

async function planCreate(kind: 'job' | 'group', draft: Draft, call: ServerCall): Promise<ChangePlan> {
  const { session } = call;
  const { t } = call.fleet.localizer;
  const name = String(draft['name']);
  const newcomers = new Newcomers(session, []);
  const known = await newcomers.find(kind, draft);
  newcomers.decided(known.map(namesake => ({ ...namesake, kind })));
  const isNameTaken = async () => (await newcomers.find(kind, draft)).length > 0;
  const added = addedTargets({ after: draft });
  const targets = new SeenTargets(session).saw(added);
  const part: RunPart = {
    planned: { kind, id: undefined, name, before: {}, after: filled(draft) },
    record: { name, kind, does: 'create', draft },
    send: async (sending, left) => {
      await targets.checkGroups(added);
      const options = { onSending: () => sending(), isNameTaken };
      if (kind === 'job') {
        const created = unlessRefused(await session.writes.jobs.create(toJobCreate(draft), options));
        left(toJobDraft(created.object), created.object.id);
        orThrow(created);
      } else {
        const created = unlessRefused(await session.writes.groups.create(toGroupCreate(draft), options));
        left(toGroupDraft(created.object), session.groups.identity.known(created.object));
        orThrow(created);
      }
    },
  };
  return planParts(call, {
    action: 'create',
    act: kind === 'job' ? 'createJobs' : 'importGroups',
    parts: [part],
    devices:
      kind === 'job'
        ? reachChange(session, [], [draft])
        : {
            before: 0,
            after: session.targets.countDevices([], stringsOf(draft['server_set'])),
            isMore: false,
          },
    warnings: known.length > 0 ? [t('There already is one of this name.')] : [],
  });
}

export function filled(draft: Draft): Draft {
  const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => !isEmpty(value)));
}
