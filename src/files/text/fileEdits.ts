import { applyEdits, modify } from 'jsonc-parser';
import { toTextKeys } from '../../model/textKeys.ts';
import { isRecord } from '../../util/json.ts';

/** The text with one field changed; comments and all other fields stay as they are. */
export function withField(text: string, field: string, value: unknown): string {
  const wrapped = toTextKeys({ [field]: value });
  const [key = field] = isRecord(wrapped) ? Object.keys(wrapped) : [];
  const own = isRecord(wrapped) ? wrapped[key] : value;
  return withValue(text, [key], own);
}

/** The text with one value changed or added, in its own kind of line breaks. */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}
