import { deviceFields, type ObjectKind } from '../../../api/fields/objectFields.ts';
import { deviceLabel, unwritableDevices } from '../../../api/model/device.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { type DraftProblem, readGroupDraft, readJobDraft } from '../../../api/model/drafts.ts';
import { displayText } from '../../../base/displayText.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { problemText } from '../../../recurrence/text/recurrenceProblem.ts';
import { parseRecurrenceSet } from '../../../recurrence/text/recurrenceSet.ts';
import { manifestName } from './exportedFolder.ts';
import type { KindMatches, ResolvedFile } from './fileMatches.ts';
import { type FileProblem, fileProblem, problemIn } from './fileText.ts';
import type { ObjectFile } from './objectFiles.ts';
import type { ServerObject } from './serverState.ts';

/** Why a file whose object is not certain cannot be applied; `undefined` if that is certain. */
export function uncertainProblem(
  file: ObjectFile,
  { ambiguous, reusedKeys, state, isOwnServer, localizer: { t } }: KindMatches,
): FileProblem | undefined {
  const other = reusedKeys.get(file);
  if (other !== undefined) {
    const words = { id: String(other.id), name: displayText(other.name, 120) };
    const advice = t('If it was renamed, add that name as "$previousName"; otherwise remove "$key".');
    return errorAt(file, '$key', t('The ID {id} belongs to “{name}” on the server now.', words), advice);
  }
  const several = ambiguous.get(file);
  if (several === undefined) return undefined;
  const ids = several.flatMap(({ id }) => (id === undefined ? [] : `#${id}`));
  const words = { server: state.server.name, name: displayText(file.name, 120), ids: ids.join(', ') };
  const text =
    ids.length < several.length || !isOwnServer
      ? t('“{server}” has several objects named “{name}”.', words)
      : t('“{server}” has several objects named “{name}”: {ids}. Add the ID of one as "$key".', words);
  return errorAt(file, 'name', text);
}

export function creationProblems(resolved: ResolvedFile, matches: KindMatches): FileProblem[] {
  const { file, draft, problems } = resolved;
  const { state, localizer } = matches;
  const broken = problems.length > 0 ? [] : brokenRules(file.kind, draft, localizer);
  const hidden = localizer.t('The server has objects that cannot be read, and this may be one of them.');
  return [
    ...problems,
    ...unknownFields(resolved, matches),
    ...broken.map(found => problemIn(file, found)),
    ...(state.unreadable > 0 ? [errorAt(file, 'name', hidden)] : []),
  ];
}

export function changeProblems(
  resolved: ResolvedFile,
  { object, fields }: { readonly object: ServerObject; readonly fields: readonly string[] },
  matches: KindMatches,
): FileProblem[] {
  const { problems } = resolved;
  if (fields.length === 0)
    return [...problems, ...(matches.showsFields ? [] : unknownFields(resolved, matches))];
  const { file, draft } = resolved;
  const { kind, localizer } = matches;
  // The rules of a create apply to what is changed, and not to what the server already stores (decision 34).
  const known = new Set(brokenRules(kind, object.draft, localizer).map(({ text }) => text));
  const broken = brokenRules(kind, { ...object.draft, ...draft }, localizer).filter(
    ({ path: [field], text }) => fields.includes(String(field)) || !known.has(text),
  );
  // A list of devices is replaced as a whole, and these devices cannot be named in it.
  const lost = fields.includes(deviceFields[kind]) ? unwritableDevices(object.devices) : [];
  const lostText = localizer.t(
    'The change would remove devices that have neither a host name nor an address: {devices}.',
    { devices: lost.map(deviceLabel).join(', ') },
  );
  const idText = localizer.t('The ID of the group “{name}” is unknown.', {
    name: displayText(file.name, 120),
  });
  return [
    ...problems,
    ...unknownFields(resolved, matches),
    ...broken.map(problem => problemIn(file, problem)),
    ...(lost.length === 0 ? [] : [errorAt(file, deviceFields[kind], lostText)]),
    ...(object.id === undefined ? [errorAt(file, 'name', idText)] : []),
  ];
}

/** What is wrong with a schedule, whatever the server is. */
export function draftProblems(file: ObjectFile, localizer: Localizer): readonly FileProblem[] {
  const problems = file.kind === 'job' ? scheduleProblems(file.draft, localizer) : [];
  return problems.map(problem => problemIn(file, problem));
}

function errorAt(file: ObjectFile, field: string, text: string, advice?: string): FileProblem {
  return problemIn(file, { path: [field], severity: 'error', text, advice });
}

function brokenRules(kind: ObjectKind, draft: Draft, localizer: Localizer): readonly DraftProblem[] {
  if (kind === 'group') return readGroupDraft(draft, localizer).problems;
  const { groups } = draft;
  // Groups that are still to be created have no ID.
  const ids = Array.isArray(groups) ? { groups: groups.filter(id => typeof id === 'number') } : {};
  return [
    ...readJobDraft({ ...draft, ...ids }, true, localizer).problems,
    ...scheduleProblems(draft, localizer),
  ];
}

function scheduleProblems({ params }: Draft, localizer: Localizer): DraftProblem[] {
  if (typeof params !== 'string' || params.trim() === '') return [];
  // Servers trim lines, but a space at the start of one continues the line before it.
  const lines = params.trim().split(/\r\n|\r|\n/);
  const text = lines.map(line => line.trimEnd()).join('\n');
  return parseRecurrenceSet(text, 'django').problems.map(problem => ({
    path: ['params'],
    severity: problem.severity === 'error' ? 'error' : 'warning',
    text: problemText(problem, localizer),
  }));
}

function unknownFields({ file, unknown }: ResolvedFile, matches: KindMatches): FileProblem[] {
  const { objects, showsFields, state, localizer } = matches;
  const severity = objects.length > 0 && !showsFields ? 'error' : 'warning';
  return unknown.map(field => {
    const words = { server: state.server.name, field: displayText(field, 80) };
    const text = showsFields
      ? localizer.t(
          'No object of this kind on “{server}” has a field “{field}”, so it is not sent there.',
          words,
        )
      : localizer.t('No object of this kind on “{server}” has a field “{field}”.', words);
    return problemIn(file, { path: [field], severity, text, isOfName: true });
  });
}

/** A folder that is missing or empty is more likely a mistake than the wish to delete everything (decision 35). */
export function noFilesProblem({ kind, rules, localizer: { t } }: KindMatches, count: number): FileProblem {
  const words = { folder: rules.folder, count };
  const text =
    kind === 'job'
      ? t(
          'The folder “{folder}” is missing or has no jobs, so none of {count} jobs is deleted. Check the name of the folder, or set "allowEmpty" to true.',
          words,
        )
      : t(
          'The folder “{folder}” is missing or has no groups, so none of {count} groups is deleted. Check the name of the folder, or set "allowEmpty" to true.',
          words,
        );
  return fileProblem(manifestName, text);
}

/** Groups whose IDs are unknown cannot be deleted. */
export function idsUnknownProblem({ localizer }: KindMatches, count: number): FileProblem {
  const text = localizer.plural(
    '{count} group without a file is not deleted, because its ID is unknown. Find the IDs of all groups first.|{count} groups without a file are not deleted, because their IDs are unknown. Find the IDs of all groups first.',
    count,
  );
  return fileProblem(manifestName, text, 'warning');
}
