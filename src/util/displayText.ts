const controls = /[\p{Cc}\u2028\u2029]+/gu;
// Embeddings, overrides and isolates: they reorder what stands around the name they come in.
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Text of the server as one line for labels: control characters become spaces, invisible direction marks
 * are dropped, and what is longer than `maxLength` characters is cut with an ellipsis.
 */
export function displayText(text: string, maxLength = 200): string {
  const line = text.replace(controls, ' ').replace(bidiControls, '').trim();
  const characters = Array.from(line.slice(0, maxLength * 2 + 2));
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
}
