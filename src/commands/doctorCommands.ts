import type { CommandsOf } from './commandContext.ts';
import { reportIssue } from './reportIssue.ts';

export const doctorCommands: CommandsOf<'issue'> = {
  'deviceAutomation.issue.report': reportIssue,
};
