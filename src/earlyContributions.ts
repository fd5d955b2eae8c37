import type { EarlyContribution } from './app/contribution.ts';
import { demo } from './app/demo.contribution.ts';
import { dragging } from './app/dragging.contribution.ts';
import { statusBar } from './app/statusBar.contribution.ts';
import { watching } from './app/watching.contribution.ts';

/** What the first rows need of contributions. */
export const earlyContributions: readonly EarlyContribution[] = [demo, dragging, statusBar, watching];
