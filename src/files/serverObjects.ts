import type { ObjectKind } from '../fields/objectFields.ts';
import type { Device } from '../model/device.ts';
import type { Draft } from '../model/draft.ts';
import { type Group, toGroupDraft } from '../model/group.ts';
import { type Job, toJobDraft } from '../model/job.ts';
import { onceForEach } from '../util/collections.ts';
import { displayText } from '../util/displayText.ts';
import type { JsonObject } from '../util/json.ts';
import type { Localizer } from '../util/localizer.ts';
import { mapInSteps, type Steps } from '../util/steps.ts';
import type { ServerState } from './serverState.ts';

/** A job or group on a server, as plans compare it. */
export interface ServerObject {
  readonly kind: ObjectKind;
  /** `undefined` for a group whose ID is unknown. */
  readonly id: number | undefined;
  readonly name: string;
  readonly dn: string;
  /** In the write shape. */
  readonly draft: Draft;
  readonly devices: readonly Device[];
  readonly extra: JsonObject;
}

/** Unchanged jobs keep their identity, which makes planning again cheap. */
export const jobObject = onceForEach((job: Job): ServerObject => {
  const { id, name, peers, extra } = job;
  return { kind: 'job', id, name, dn: '', draft: toJobDraft(job), devices: peers, extra };
});

export function groupObject(group: Group, id: number | undefined): ServerObject {
  const { name, dn, server_set, extra } = group;
  return { kind: 'group', id, name, dn, draft: toGroupDraft(group), devices: server_set, extra };
}

export function objectsOf(state: ServerState, kind: ObjectKind): Steps<ServerObject[]> {
  return kind === 'job'
    ? mapInSteps(state.jobs, jobObject)
    : mapInSteps(state.groups, group => groupObject(group, state.groupId(group)));
}

/** Identifies the object without its ID: by the `dn` of a group, or by name. */
export function identityOf({ kind, name, dn }: Pick<ServerObject, 'kind' | 'name' | 'dn'>): string {
  return kind === 'group' && dn.trim() !== '' ? `dn:${dn.trim()}` : `name:${name.trim()}`;
}

/** What the user reads instead of the name: never empty (decision 34). */
export function objectTitle(
  {
    kind,
    id,
    name,
    dn = '',
  }: Pick<ServerObject, 'kind' | 'name'> & { readonly id?: number | undefined; readonly dn?: string },
  { t }: Localizer,
): string {
  const text = displayText(name) || displayText(dn);
  if (text !== '') return text;
  if (id !== undefined) return kind === 'job' ? t('Job #{id}', { id }) : t('Group #{id}', { id });
  return kind === 'job' ? t('Job without a name') : t('Group without a name');
}
