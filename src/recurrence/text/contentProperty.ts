import type { ContentLine } from './contentLine.ts';
import type { ProblemList, TextRange } from './problemList.ts';

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

/** Text inside a line; slices keep their offsets. */
export class PropertyText {
  readonly text: string;
  readonly #line: ContentLine;
  readonly #from: number;

  constructor(line: ContentLine, from: number, to: number) {
    this.#line = line;
    this.#from = from;
    this.text = line.unfolded.slice(from, to);
  }

  get range(): TextRange {
    const start = this.#line.sourceOffset(this.#from);
    // The end follows the last character, which a fold may separate from the next one.
    const end = this.text === '' ? start : this.#line.sourceOffset(this.#from + this.text.length - 1) + 1;
    return { text: this.text, start, end };
  }

  slice(from: number, to = this.text.length): PropertyText {
    return new PropertyText(this.#line, this.#from + from, this.#from + to);
  }

  split(separator: string): PropertyText[] {
    const pieces: PropertyText[] = [];
    let from = 0;
    for (const piece of this.text.split(separator)) {
      pieces.push(this.slice(from, from + piece.length));
      from += piece.length + 1;
    }
    return pieces;
  }
}

const namePattern = /^[A-Za-z][A-Za-z0-9-]*/;
const bareRulePattern =
  /^(?:FREQ|INTERVAL|COUNT|UNTIL|WKST|BY(?:SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))=/i;

/** `undefined` when the line is not a property, which is reported as a problem. */
export function readProperty(line: ContentLine, problems: ProblemList): ContentProperty | undefined {
  const indent = line.unfolded.length - line.unfolded.trimStart().length;
  const whole = new PropertyText(line, 0, line.unfolded.length);
  const text = line.unfolded.slice(indent);
  if (bareRulePattern.test(text)) {
    return { name: 'RRULE', nameText: whole.slice(0, 0), parameters: [], value: whole.slice(indent) };
  }
  const name = namePattern.exec(text)?.[0] ?? '';
  const nameEnd = indent + name.length;
  const next = line.unfolded[nameEnd];
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
  if (end === undefined) return undefined;
  const nameText = whole.slice(indent, nameEnd);
  return { name: name.toUpperCase(), nameText, parameters, value: whole.slice(end + 1) };
}

interface Parameters {
  readonly parameters: readonly PropertyParameter[];
  /** The index of the colon; `undefined` when the line ends before one. */
  readonly end: number | undefined;
}

/** The name, an equals sign, and a value that is quoted or runs to the next delimiter. */
const parameterPattern = /;([^=:;"]*)(=?)("[^"]*"(?=[;:])|[^;:]*)/y;

function readParameters(line: PropertyText, from: number, problems: ProblemList): Parameters {
  const parameters: PropertyParameter[] = [];
  let position = from;
  while (line.text[position] === ';') {
    parameterPattern.lastIndex = position;
    const [all = ';', name = '', equals = '', raw = ''] = parameterPattern.exec(line.text) ?? [];
    const isQuoted = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"');
    const valueFrom = position + all.length - raw.length + (isQuoted ? 1 : 0);
    const valueTo = position + all.length - (isQuoted ? 1 : 0);
    const value = line.slice(valueFrom, valueTo);
    const upperName = name.toUpperCase();
    if (equals === '' || name === '' || (!isQuoted && raw.includes('"'))) {
      problems.error('parameterMalformed', upperName, value.range);
    } else {
      parameters.push({ name: upperName, value: value.text, range: value.range });
    }
    position += all.length;
  }
  if (line.text[position] !== ':') {
    problems.error('notAProperty', 'line', line.range);
    return { parameters, end: undefined };
  }
  return { parameters, end: position };
}
