import { cutText, oneLine } from '../../../base/displayText.ts';
import { cutMark } from '../../../base/redact.ts';

/** Characters that nobody sees, such as format characters and variation selectors: a name can hide text for a model in them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}]/gu;

/** Server text for a model: one line, cut to length, with invisible characters by their codes. JSON quotes it. */
export function agentText(text: string, maxLength = 120): string {
  const line = oneLine(text);
  const whole = line.length <= maxLength ? visible(line) : '';
  if (line.length <= maxLength && whole.length <= maxLength) return whole;
  const shown = visible(line.slice(0, 4 * maxLength));
  return cutText(line.length > 4 * maxLength ? shown + cutMark : shown, maxLength);
}

function visible(line: string): string {
  return line.replace(
    invisible,
    character => `<U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

/** JSON values with all server text made safe; lists of more than `mostItems` are cut, with the number that is left out. */
export function agentValue(value: unknown, maxLength = 200, mostItems = 50): unknown {
  if (typeof value === 'string') return agentText(value, maxLength);
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map(item => agentValue(item, maxLength, mostItems));
    return value.length > mostItems ? [...items, `… ${value.length - mostItems} more`] : items;
  }
  return typeof value === 'object' && value !== null ? agentText(JSON.stringify(value), maxLength) : value;
}

/** Some texts and how many more there are; `undefined`, which is left out of what a model gets, if there are none. */
export function agentTexts(
  texts: readonly string[],
  maxLength: number,
  mostTexts = 50,
): string[] | undefined {
  const shown = texts.slice(0, mostTexts).map(text => agentText(text, maxLength));
  const rest = texts.length - shown.length;
  return unlessEmpty(rest > 0 ? [...shown, `… ${rest} more`] : shown);
}

export function unlessEmpty<T>(items: T[]): T[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** A schedule keeps its lines. */
export function scheduleLines(params: string): string {
  const lines = params.trim().split(/\r?\n/);
  const shown = lines.slice(0, 40).map(line => agentText(line, 300));
  return [
    ...shown,
    ...(lines.length > shown.length ? [`… ${lines.length - shown.length} more lines`] : []),
  ].join('\n');
}
