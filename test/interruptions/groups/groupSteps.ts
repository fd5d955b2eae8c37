/** What happens to groups in a round; `group` and `device` are indexes that wrap around. */
export type GroupStep =
  | { readonly kind: 'openGroup' | 'reuseGroup'; readonly group: number }
  /** Others add the device to the group, or remove it. */
  | { readonly kind: 'otherGroup' | 'removeDevice'; readonly group: number; readonly device: number }
  | { readonly kind: 'otherGroupName'; readonly group: number; readonly value: number }
  /** The user drops a device of one group on another. */
  | { readonly kind: 'place'; readonly group: number; readonly device: number; readonly to: number }
  | { readonly kind: 'refreshGroups' };

/** How the rounds about groups differ. */
export interface GroupManner {
  /** The server sends group IDs. */
  readonly ids: boolean;
  /** Devices dropped on another group are moved there, not added. */
  readonly moves: boolean;
  /** The user undoes every change of devices. */
  readonly undoes: boolean;
}

export const groupCount = 3;
export const deviceCount = 8;

const kinds: ReadonlySet<string> = new Set<GroupStep['kind']>([
  'openGroup',
  'reuseGroup',
  'otherGroup',
  'removeDevice',
  'otherGroupName',
  'place',
  'refreshGroups',
]);

export function isGroupStep(step: { readonly kind: string }): step is GroupStep {
  return kinds.has(step.kind);
}
