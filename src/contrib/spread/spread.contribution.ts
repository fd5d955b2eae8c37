import { type Contribution, commandsWith } from '../../workbench/contribution.ts';
import { spreadJobs } from './vscode/spreadJobs.ts';

/** Moves jobs apart that meet on their devices. */
export const spread: Contribution = ({ clock, schedules }) => ({
  commands: commandsWith(
    { clock, readerZone: () => schedules.readerZone },
    { 'deviceAutomation.job.spread': spreadJobs },
  ),
});
