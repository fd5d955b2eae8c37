import { fileText, toFileDraft } from './fileDrafts.ts';
import type { Plan, PlanItem } from './plan.ts';
import { withField } from './text/fileEdits.ts';

/**
 * What the file of an item would be if it said what the server has: the text of the file with the values of the
 * server in it, so that only differences are different. Empty for what would be created.
 */
export function serverText({ file, object, changes, kind }: PlanItem, { draftParts }: Plan): string {
  if (object === undefined) return '';
  if (file === undefined) return fileText(toFileDraft(object, draftParts[kind]), {});
  return changes.reduce((text, { field, before }) => withField(text, field, before), file.text);
}
