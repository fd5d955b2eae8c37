import type { Args } from '../../../workbench/commands/commandContext.ts';
import { applyFiles, compareFile } from './applyFiles.ts';
import { copyToServer } from './copyToServer.ts';
import { exportFiles, type FilesContext } from './exportFiles.ts';
import { planFiles } from './planFiles.ts';

export const fileCommands = {
  'deviceAutomation.files.export': exportFiles,
  'deviceAutomation.files.plan': (context: FilesContext, args: Args) => planFiles(context, args),
  'deviceAutomation.files.planOther': (context: FilesContext, args: Args) => planFiles(context, args, true),
  'deviceAutomation.files.apply': applyFiles,
  'deviceAutomation.files.compare': compareFile,
  'deviceAutomation.files.copyToServer': copyToServer,
};
