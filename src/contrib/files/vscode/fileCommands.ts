import { applyFiles, compareFile } from './applyFiles.ts';
import { copyToServer } from './copyToServer.ts';
import { exportFiles } from './exportFiles.ts';
import { planFiles } from './planFiles.ts';

export const fileCommands = {
  'deviceAutomation.files.export': exportFiles,
  'deviceAutomation.files.plan': planFiles,
  'deviceAutomation.files.apply': applyFiles,
  'deviceAutomation.files.compare': compareFile,
  'deviceAutomation.files.copyToServer': copyToServer,
};
