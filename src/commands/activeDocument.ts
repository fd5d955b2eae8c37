import { t } from '../platform/localize.ts';
import type { Uses } from './commandContext.ts';

/** Runs an operation on the job or group document in the active editor. */
export async function onActiveDocument(
  { documents, dialogs }: Uses<'dialogs' | 'documents'>,
  act: 'compare' | 'replace' | 'revert' | 'openJson' | 'openForm',
): Promise<void> {
  const uri = documents.activeUri();
  if (uri === undefined) await dialogs.info(t('Open a job or group first.'));
  else await documents[act](uri);
}
