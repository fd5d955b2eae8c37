import { firstIndex } from '../../base/collections.ts';
import type { ProblemList, TextRange } from './recurrenceProblem.ts';

/**
 * One logical line of a recurrence set, with folded lines joined (RFC 5545 3.1). `raw` and `lineBreak` are the
 * original characters: concatenated, they give the text again.
 */
export interface ContentLine {
  readonly raw: string;
  /**
   * Includes empty lines that follow; empty at the end of a text without a final line break. Spaces if the next
   * property is on the same line.
   */
  readonly lineBreak: string;
  /** Offset of the line in the whole text. */
  readonly start: number;
}

/** A fold continues the line right above it; after an empty line there is nothing to continue. */
const linePattern = /([^\r\n]*(?:(?:\r\n|\n|\r)[ \t][^\r\n]*)*)([\r\n]*)/g;
const foldPattern = /(?:\r\n|\n|\r)[ \t]/g;

const propertyStart = '(?:DTSTART|DTEND|RRULE|EXRULE|RDATE|EXDATE)[:;]';
const startsSet = new RegExp(`^\\s*(?:${propertyStart}|FREQ=)`, 'i');
/** Spaces or a fold before a property: values of these properties have neither. */
const gapPattern = new RegExp(`(?<![ \\t])(?:\\r\\n|\\n|\\r)?[ \\t]+(?=${propertyStart})`, 'gi');

export function splitContentLines(text: string): ContentLine[] {
  return Array.from(text.matchAll(linePattern), ({ 1: raw = '', 2: lineBreak = '', index }) => ({
    raw,
    lineBreak,
    start: index,
  }))
    .filter(({ raw, lineBreak }) => raw !== '' || lineBreak !== '')
    .flatMap(separateProperties);
}

/** Some servers, such as AWX, store several properties in one line, with spaces between them. */
function separateProperties({ raw, lineBreak, start }: ContentLine): ContentLine[] {
  const lines: ContentLine[] = [];
  let from = 0;
  for (const { 0: gap, index } of startsSet.test(raw) ? raw.matchAll(gapPattern) : []) {
    if (index === 0) continue;
    lines.push({ raw: raw.slice(from, index), lineBreak: gap, start: start + from });
    from = index + gap.length;
  }
  return [...lines, { raw: raw.slice(from), lineBreak, start: start + from }];
}

/** Whether the next property is on the same line. */
export function hasNoLineBreak({ lineBreak }: Pick<ContentLine, 'lineBreak'>): boolean {
  return /[ \t]$/.test(lineBreak);
}

/** Servers ignore spaces at the end of a line; a line of spaces alone stays what it is. */
function withoutEndSpaces(text: string): string {
  return text.replace(/(?<=\S)[ \t]+$/, '');
}

/** What a line has before the value of its property, without folds. */
export function beforeValue({ raw }: Pick<ContentLine, 'raw'>, { value }: ContentProperty): string {
  const text = withoutEndSpaces(raw.replace(foldPattern, ''));
  return text.slice(0, text.length - value.text.length);
}

/** The line without its folds. */
function unfold({ raw, start }: ContentLine): PropertyText {
  const text = raw.replace(foldPattern, '');
  if (text.length === raw.length) return new PropertyText(text, 0, offset => start + offset);
  const folds: { readonly at: number; readonly removed: number }[] = [];
  let removed = 0;
  for (const { 0: fold, index } of raw.matchAll(foldPattern)) {
    folds.push({ at: index - removed, removed: removed + fold.length });
    removed += fold.length;
  }
  return new PropertyText(text, 0, offset => {
    // A binary search, because hostile lines have thousands of folds.
    const later = firstIndex(folds.length, index => (folds[index]?.at ?? 0) > offset);
    return start + offset + (folds[later - 1]?.removed ?? 0);
  });
}

/** Text inside a line; slices keep their offsets in the whole text. */
export class PropertyText {
  readonly text: string;
  readonly #from: number;
  readonly #sourceOffset: (offset: number) => number;

  constructor(text: string, from: number, sourceOffset: (offset: number) => number) {
    this.text = text;
    this.#from = from;
    this.#sourceOffset = sourceOffset;
  }

  get range(): TextRange {
    const start = this.#sourceOffset(this.#from);
    // The end follows the last character, which a fold may separate from the next one.
    const end = this.text === '' ? start : this.#sourceOffset(this.#from + this.text.length - 1) + 1;
    return { text: this.text, start, end };
  }

  slice(from: number, to?: number): PropertyText {
    return new PropertyText(this.text.slice(from, to), this.#from + from, this.#sourceOffset);
  }

  split(separator: string): PropertyText[] {
    let from = 0;
    return this.text.split(separator).map(piece => {
      const slice = new PropertyText(piece, this.#from + from, this.#sourceOffset);
      from += piece.length + separator.length;
      return slice;
    });
  }
}

/** A line such as `EXDATE;TZID=Europe/Moscow:20270101T090000`, split into its parts but not interpreted. */
export interface ContentProperty {
  /** In capitals, however it is written. */
  readonly name: string;
  /** Empty for a rule without its property name. */
  readonly nameText: PropertyText;
  readonly parameters: readonly PropertyParameter[];
  readonly value: PropertyText;
}

interface PropertyParameter {
  readonly name: string;
  /** Without its quotes. */
  readonly value: string;
  readonly range: TextRange;
}

/** The first parameter with this name, given in capitals. */
export function parameterOf(
  { parameters }: ContentProperty,
  name: 'TZID' | 'VALUE',
): PropertyParameter | undefined {
  return parameters.find(parameter => parameter.name === name);
}

const bareRulePattern =
  /^(?:FREQ|INTERVAL|COUNT|UNTIL|WKST|BY(?:SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))=/i;

/** `undefined` when the line is not a property, which is reported as a problem. */
export function readProperty(line: ContentLine, problems: ProblemList): ContentProperty | undefined {
  const unfolded = unfold(line);
  const whole = unfolded.slice(0, withoutEndSpaces(unfolded.text).length);
  const indent = whole.text.length - whole.text.trimStart().length;
  const text = whole.text.slice(indent);
  if (bareRulePattern.test(text)) {
    return { name: 'RRULE', nameText: whole.slice(0, 0), parameters: [], value: whole.slice(indent) };
  }
  const name = /^[A-Za-z][A-Za-z0-9-]*/.exec(text)?.[0] ?? '';
  const nameEnd = indent + name.length;
  const next = whole.text[nameEnd];
  if (next !== ':' && next !== ';') {
    problems.error('notAProperty', 'line', whole.range);
    return undefined;
  }
  if (name === '') {
    problems.error('nameMissing', 'name', whole.slice(0, 0).range);
    return undefined;
  }
  if (indent > 0) problems.warning('leadingSpace', 'line', whole.range);
  const { parameters, end } = readParameters(whole, nameEnd, problems);
  if (whole.text[end] !== ':') {
    problems.error('notAProperty', 'line', whole.range);
    return undefined;
  }
  const nameText = whole.slice(indent, nameEnd);
  return { name: name.toUpperCase(), nameText, parameters, value: whole.slice(end + 1) };
}

/** The name, an equals sign, and a value that is quoted or runs to the next delimiter. */
const parameterPattern = /;([^=:;"]*)(=?)("[^"]*"(?=[;:])|[^;:]*)/y;

/** The parameters, and the index of what follows them. */
function readParameters(
  line: PropertyText,
  from: number,
  problems: ProblemList,
): { readonly parameters: readonly PropertyParameter[]; readonly end: number } {
  const parameters: PropertyParameter[] = [];
  let end = from;
  while (line.text[end] === ';') {
    parameterPattern.lastIndex = end;
    const [all = ';', name = '', equals = '', raw = ''] = parameterPattern.exec(line.text) ?? [];
    end += all.length;
    const quote = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? 1 : 0;
    const value = line.slice(end - raw.length + quote, end - quote);
    const upperName = name.toUpperCase();
    if (equals === '' || name === '' || (quote === 0 && raw.includes('"'))) {
      problems.error('parameterMalformed', upperName, value.range);
    } else {
      parameters.push({ name: upperName, value: value.text, range: value.range });
    }
  }
  return { parameters, end };
}
