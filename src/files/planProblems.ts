import { deviceFields, type ObjectKind } from '../fields/objectFields.ts';
import { type Device, deviceLabel, unwritableDevices } from '../model/device.ts';
import type { Draft } from '../model/draft.ts';
import { type DraftProblem, readGroupDraft, readJobDraft } from '../model/drafts.ts';
import { problemText } from '../recurrence/text/recurrenceProblem.ts';
import { parseRecurrenceSet } from '../recurrence/text/recurrenceSet.ts';
import { displayText } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import type { KindMatches } from './fileMatches.ts';
import type { Resolution } from './fileResolution.ts';
import { manifestName } from './manifest.ts';
import type { FileProblem } from './objectFile.ts';
import type { ServerObject } from './serverObjects.ts';
import type { ServerState } from './serverState.ts';
import { fileProblem, problemIn } from './text/fileText.ts';

export interface PlanProblemParts {
  readonly state: ServerState;
  readonly kind: KindMatches;
  readonly localizer: Localizer;
  readonly isOwnServer: boolean;
}

/** Finds out why files cannot be applied to a server. */
export class PlanProblems {
  readonly #parts: PlanProblemParts;

  constructor(parts: PlanProblemParts) {
    this.#parts = parts;
  }

  several({ file }: Resolution, objects: readonly ServerObject[]): FileProblem[] {
    const ids = objects.map(({ id }) => id).filter(id => id !== undefined);
    const words = { server: this.#parts.state.server.name, name: displayText(file.name, 120) };
    const { t } = this.#parts.localizer;
    const text =
      ids.length < objects.length || !this.#parts.isOwnServer
        ? t('“{server}” has several objects named “{name}”.', words)
        : t('“{server}” has several objects named “{name}”: {ids}. Add the ID of one as "$key".', {
            ...words,
            ids: ids.map(id => `#${id}`).join(', '),
          });
    return [problemIn(file, { path: ['name'], severity: 'error', text })];
  }

  ofCreation(resolution: Resolution): FileProblem[] {
    const { file } = resolution;
    const { t } = this.#parts.localizer;
    const { unreadable } = this.#parts.state;
    const broken = resolution.problems.length > 0 ? [] : this.#brokenRules(file.kind, resolution.draft);
    const hidden = t('The server has objects that cannot be read, and this may be one of them.');
    return [
      ...resolution.problems,
      ...this.#unknownFields(resolution),
      ...broken.map(found => problemIn(file, found)),
      ...(unreadable > 0 ? [problemIn(file, { path: ['name'], severity: 'error', text: hidden })] : []),
    ];
  }

  ofChange(
    resolution: Resolution,
    { object, fields }: { readonly object: ServerObject; readonly fields: readonly string[] },
  ): readonly FileProblem[] {
    const unknown =
      fields.length === 0 && this.#parts.kind.fields.isOfOther ? [] : this.#unknownFields(resolution);
    return [
      ...resolution.problems,
      ...unknown,
      ...this.#changeProblems(resolution, object, fields),
      ...this.#lostDevices(resolution, fields, object.devices),
      ...(fields.length > 0 && object.id === undefined ? [this.#withoutId(resolution)] : []),
    ];
  }

  /** The rules of a create apply to what is changed, and not to what the server already stores (decision 34). */
  #changeProblems(
    { file, draft }: Resolution,
    object: ServerObject,
    fields: readonly string[],
  ): FileProblem[] {
    if (fields.length === 0) return [];
    const known = new Set(this.#brokenRules(file.kind, object.draft).map(({ text }) => text));
    return this.#brokenRules(file.kind, { ...object.draft, ...draft })
      .filter(({ path: [field], text }) => fields.includes(String(field)) || !known.has(text))
      .map(problem => problemIn(file, problem));
  }

  #brokenRules(kind: ObjectKind, draft: Draft): readonly DraftProblem[] {
    const { localizer } = this.#parts;
    // Groups that are still to be created have no ID.
    const ids = (value: unknown) =>
      Array.isArray(value) ? value.filter(id => typeof id === 'number') : value;
    const sent = 'groups' in draft ? { ...draft, groups: ids(draft['groups']) } : draft;
    if (kind === 'group') return readGroupDraft(sent, localizer).problems;
    return [...readJobDraft(sent, true, localizer).problems, ...this.#scheduleProblems(draft)];
  }

  #scheduleProblems({ params }: Draft): DraftProblem[] {
    if (typeof params !== 'string' || params.trim() === '') return [];
    // Servers trim lines, but a space at the start of one continues the line before it.
    const lines = params.trim().split(/\r\n|\r|\n/);
    const text = lines.map(line => line.trimEnd()).join('\n');
    return parseRecurrenceSet(text, 'django').problems.map(problem => ({
      path: ['params'],
      severity: problem.severity === 'error' ? 'error' : 'warning',
      text: problemText(problem, this.#parts.localizer),
    }));
  }

  reusedKey({ file }: Resolution, { id, name }: ServerObject): FileProblem[] {
    const { t } = this.#parts.localizer;
    const words = { id: String(id), name: displayText(name, 120) };
    const text = t('The ID {id} belongs to “{name}” on the server now.', words);
    const advice = t('If it was renamed, add that name as "$previousName"; otherwise remove "$key".');
    return [problemIn(file, { path: ['$key'], severity: 'error', text, advice })];
  }

  /** A folder that is missing or empty is more likely a mistake than the wish to delete everything. */
  noFiles(kind: ObjectKind, folder: string, count: number): FileProblem {
    const { t } = this.#parts.localizer;
    const words = { folder, count };
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
  idsUnknown(count: number): FileProblem {
    const text = this.#parts.localizer.plural(
      '{count} group without a file is not deleted, because its ID is unknown. Find the IDs of all groups first.|{count} groups without a file are not deleted, because their IDs are unknown. Find the IDs of all groups first.',
      count,
    );
    return fileProblem(manifestName, text, 'warning');
  }

  #unknownFields(resolution: Resolution): FileProblem[] {
    const severity =
      this.#parts.kind.objects.length > 0 && !this.#parts.kind.fields.isOfOther ? 'error' : 'warning';
    return this.#parts.kind.fields.unknown(resolution.draft).map(field => {
      const text = this.#unknownText(field);
      return problemIn(resolution.file, { path: [field], severity, text, isOfName: true });
    });
  }

  #unknownText(field: string): string {
    const { t } = this.#parts.localizer;
    const words = { server: this.#parts.state.server.name, field: displayText(field, 80) };
    return this.#parts.kind.fields.isOfOther
      ? t('No object of this kind on “{server}” has a field “{field}”, so it is not sent there.', words)
      : t('No object of this kind on “{server}” has a field “{field}”.', words);
  }

  /** A list of devices is replaced as a whole, and these devices cannot be named in it. */
  #lostDevices({ file }: Resolution, fields: readonly string[], devices: readonly Device[]): FileProblem[] {
    const field = deviceFields[file.kind];
    const lost = fields.includes(field) ? unwritableDevices(devices) : [];
    if (lost.length === 0) return [];
    const text = this.#parts.localizer.t(
      'The change would remove devices that have neither a host name nor an address: {devices}.',
      { devices: lost.map(deviceLabel).join(', ') },
    );
    return [problemIn(file, { path: [field], severity: 'error', text })];
  }

  #withoutId({ file }: Resolution): FileProblem {
    const text = this.#parts.localizer.t('The ID of the group “{name}” is unknown.', {
      name: displayText(file.name, 120),
    });
    return problemIn(file, { path: ['name'], severity: 'error', text });
  }
}
