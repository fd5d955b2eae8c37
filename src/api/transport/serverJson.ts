import { parseJson } from '../../base/json.ts';

/**
 * Parses JSON text. Python's `json` module also writes NaN and Infinity, which JSON does not have. They are read as
 * infinite, which the schemas reject, so that only the object that contains one is unreadable. Throws `SyntaxError`.
 */
export function parseServerJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const mended = withoutNonNumbers(text);
    if (mended === text) throw error;
    return parseJson(mended);
  }
}

function withoutNonNumbers(text: string): string {
  let isInString = false;
  return text.replace(/\\[\s\S]|"|-?\b(?:NaN|Infinity)\b/g, token => {
    if (token === '"') isInString = !isInString;
    return isInString || token === '"' || token.startsWith('\\') ? token : '1e999';
  });
}
