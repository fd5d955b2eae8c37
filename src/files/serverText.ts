import { fileText, toFileDraft } from './fileDrafts.ts';
import type { Plan, PlanItem } from './filePlan.ts';
import { withField } from './text/fileEdits.ts';

/**
 * The text of an item's file with the values from the server, so that a diff shows only the differences. Empty for an
 * object that is to be created.
 */
export function serverText({ file, object, changes, kind }: PlanItem, { draftParts }: Plan): string {
  if (object === undefined) return '';
  if (file === undefined) return fileText(toFileDraft(object, draftParts[kind]), {});
  return changes.reduce((text, { field, before }) => withField(text, field, before), file.text);
}
