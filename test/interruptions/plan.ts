/** What one window of a round does, handed to its process as JSON. */
export interface WindowPlan {
  /** The profile: everything that outlives the window. */
  readonly folder: string;
  readonly seed: number;
  readonly work: Work | { readonly kind: 'comeBack' } | { readonly kind: 'focus' };
  readonly end: End;
  /** How many times faster than other clocks its clock runs scheduled calls. */
  readonly speed?: number;
}

export type Work =
  | { readonly kind: 'edit'; readonly jobs: readonly number[]; readonly newNames: readonly string[] }
  | { readonly kind: 'delete' | 'disable' | 'deleteAndUndo'; readonly jobs: readonly number[] }
  /** All groups there are. */
  | { readonly kind: 'deleteGroups' };

/** How the window ends: by itself when its work is done, or before. */
export type End =
  | { readonly kind: 'done' }
  /** SIGKILL after this many steps of requests: sent, body sent, response received. */
  | { readonly kind: 'killAtStep'; readonly step: number }
  | { readonly kind: 'killAfter'; readonly ms: number }
  /** As VS Code closes or reloads a window: the extension is notified, and then ended. */
  | { readonly kind: 'closeAfter'; readonly ms: number };

/** The name that the person gives a job. */
export function editedName(seed: number, id: number): string {
  return `Edited ${seed} ${id}`;
}

/** What the windows of a round reported to the person. */
export interface WindowReport {
  readonly notices: readonly string[];
  readonly reports: readonly string[];
  /** Why unsaved text that came back could not be saved, after its URI. */
  readonly failures: readonly string[];
}
