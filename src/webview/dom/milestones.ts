export type Milestone = 'form-usable' | 'timeline-shown' | 'timeline-complete';

/** Marks a moment on the page's performance timeline, for VS Code's developer tools and for `npm run bench`. */
export function markMilestone(milestone: Milestone): void {
  performance.mark(milestone);
}
