import { applyEdits, modify } from 'jsonc-parser';
import { toTextKeys } from '../../model/textKeys.ts';
import { isRecord } from '../../util/json.ts';

/** Changes one field of the text; comments and all other fields stay. */
export function withField(text: string, field: string, value: unknown): string {
  const wrapped = toTextKeys({ [field]: value });
  const [key = field] = isRecord(wrapped) ? Object.keys(wrapped) : [];
  const own = isRecord(wrapped) ? wrapped[key] : value;
  return withValue(text, [key], own);
}

/** Changes or adds one value, using the line endings of the text. */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}
