/** What one window of a round does, passed to its process as JSON. */
export interface WindowPlan {
  /** The profile: everything that outlives the window. */
  readonly folder: string;
  readonly seed: number;
  readonly work: Work | { readonly kind: 'comeBack' } | { readonly kind: 'focus' };
  readonly end: End;
}

export type Work =
  | { readonly kind: 'edit'; readonly jobs: readonly number[]; readonly newNames: readonly string[] }
  | { readonly kind: 'delete' | 'disable' | 'deleteAndUndo'; readonly jobs: readonly number[] }
  /** Deletes all groups. */
  | { readonly kind: 'deleteGroups' };

/** How the window ends: when its work is done, or earlier. */
export type End =
  | { readonly kind: 'done' }
  /** SIGKILL after this many steps of requests: sent, body sent, response received. */
  | { readonly kind: 'killAtStep'; readonly step: number }
  | { readonly kind: 'killAfter'; readonly ms: number }
  /** As VS Code closes or reloads a window: the extension is notified, and then its host exits. */
  | { readonly kind: 'closeAfter'; readonly ms: number };

/** The name that the user gives a job. */
export function editedName(seed: number, id: number): string {
  return `Edited ${seed} ${id}`;
}

/** What the windows of a round reported to the user. */
export interface WindowReport {
  readonly notices: readonly string[];
  readonly reports: readonly string[];
  /** Why restored unsaved text could not be saved, after its URI. */
  readonly failures: readonly string[];
}
