import { isLabeled } from '../../../api/fields/objectFields.ts';
import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { listOf } from '../../../base/json.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { fieldLabels } from '../../platform/fieldLabels.ts';
import { plural } from '../../platform/localize.ts';
import { groupTitle } from '../../platform/objectNames.ts';
import type { Labels } from '../../servers/labels.ts';

/** Names the IDs in the lists of jobs. */
export interface MemberNaming {
  readonly session: ServerSession;
  readonly labels: Pick<Labels, 'text'>;
  /** Nothing is cut. */
  readonly isWhole?: boolean;
}

const mostMembers = 20;

/** "Baseline, Updates and 3 more". */
export function membersText(field: string, members: readonly unknown[], naming: MemberNaming): string {
  const names = members
    .slice(0, naming.isWhole === true ? undefined : mostMembers)
    .map(member => memberText(field, member, naming));
  const hidden = members.length - names.length;
  const more = hidden > 0 ? [plural('{count} more|{count} more', hidden)] : [];
  return [...names, ...more].join(', ');
}

export function memberText(
  field: string,
  member: unknown,
  { session, labels, isWhole }: MemberNaming,
): string {
  const length = isWhole === true ? Number.POSITIVE_INFINITY : 100;
  if (typeof member !== 'number') return displayText(String(member), length);
  if (isLabeled(field)) return displayText(labels.text(session.server.id, field, member), length);
  const group = field === 'groups' ? session.groups.byId(member) : undefined;
  return group === undefined ? `#${member}` : displayText(groupTitle(group), length);
}

/** "+ Baseline, − Updates". */
export function listChangeText(
  field: string,
  [before, after]: readonly [readonly unknown[], readonly unknown[]],
  naming: MemberNaming,
): string {
  const [had, has] = [new Set(before), new Set(after)];
  const added = after.filter(item => !had.has(item));
  const removed = before.filter(item => !has.has(item));
  return joinTexts(
    ', ',
    added.length > 0 && `+ ${membersText(field, added, naming)}`,
    removed.length > 0 && `− ${membersText(field, removed, naming)}`,
  );
}

/** Describes an edit of lists: "Policies: + Baseline". */
export function listsText({ before, after }: FieldEdit, naming: MemberNaming): string {
  return Object.entries(after)
    .map(([field, value]) => {
      const lists = [listOf(before[field]), listOf(value)] as const;
      return `${fieldLabels([field])}: ${listChangeText(field, lists, naming)}`;
    })
    .join(', ');
}
