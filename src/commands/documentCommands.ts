import { t } from '../platform/localize.ts';
import type { CommandsOf, Uses } from './commandContext.ts';

export const documentCommands: CommandsOf<'document'> = {
  'deviceAutomation.document.compare': context => onActiveDocument(context, 'compare'),
  'deviceAutomation.document.replace': context => onActiveDocument(context, 'replace'),
  'deviceAutomation.document.revert': context => onActiveDocument(context, 'revert'),
  'deviceAutomation.document.openJson': context => onActiveDocument(context, 'openJson'),
  'deviceAutomation.document.openForm': context => onActiveDocument(context, 'openForm'),
};

/** Runs an operation on the job or group document in the active editor. */
async function onActiveDocument(
  { documents, dialogs }: Uses<'dialogs' | 'documents'>,
  act: 'compare' | 'replace' | 'revert' | 'openJson' | 'openForm',
): Promise<void> {
  const uri = documents.activeUri();
  if (uri === undefined) await dialogs.info(t('Open a job or group first.'));
  else await documents[act](uri);
}
