import type { Writable } from 'node:stream';
import { errorCode } from '../../api/errors/connectionFailure.ts';
import { csvText } from '../../base/delimitedText.ts';
import { oneLine } from '../../base/displayText.ts';
import type { Redact } from '../../base/redact.ts';
import type { Format } from './outputFormat.ts';
import { type Cell, cellText, cutToWidth, tableLines } from './textTable.ts';

export interface Stream extends Pick<Writable, 'write' | 'on'> {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface OutputParts {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly format: Format;
  /** Tables are never cut, not even in a terminal. */
  readonly isUncut?: boolean;
  /** Whether tables are in color. */
  readonly hasColors?: boolean;
  /** Removes the secrets from everything that is written. */
  readonly redact: Redact;
}

/** Characters that JSON does not escape but that may affect a terminal. */
const unsafeInJson = /[\x7f-\x9f\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** What Azure DevOps (“##vso[”), GitHub (“##[”), TeamCity, GitLab and Travis execute anywhere in a line. */
const pipelineCommand = /(##\w*|section_start|section_end|travis_\w+)([[:])/g;
const clearLine = '\r\x1b[K';

/** Terminals of containers and recorders report 0 columns if no size was set. */
function columnsOf({ columns = 0 }: Stream): number {
  return columns > 0 ? columns : 80;
}

/** Whether a stream is printed in color, by the conventions of other programs. */
export function hasColors(
  { isTTY }: Pick<Stream, 'isTTY'>,
  { FORCE_COLOR, NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  return isTTY === true && (NO_COLOR ?? '') === '' && TERM !== 'dumb';
}

/** Everything that the program writes, without secrets or control characters from a server. */
export class Output {
  readonly #parts: OutputParts;
  #shown = '';
  #failure: string | undefined;
  #onLost: (() => void) | undefined;

  constructor(parts: OutputParts) {
    this.#parts = parts;
    parts.stdout.on('error', error => this.#failed(error, this.#onLost));
    parts.stderr.on('error', error => this.#failed(error, undefined));
  }

  /** Why the result could not be written; `undefined` if it was, or if its reader closed the pipe early. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Resolves when the result cannot be written any more. From now on, that is a failure even if its reader closed the pipe. */
  untilLost(): Promise<void> {
    return new Promise(resolve => {
      this.#onLost = resolve;
    });
  }

  get format(): Format {
    return this.#parts.format;
  }

  /** Whether the result is one document for programs, so that nothing else is printed. */
  get isDocument(): boolean {
    return this.format === 'json';
  }

  /** Removes the secrets from text that is written elsewhere. */
  get redact(): Redact {
    return this.#parts.redact;
  }

  /** Writes lines of the result. */
  lines(lines: readonly string[]): void {
    if (lines.length > 0) this.#result(`${lines.map(line => this.safe(line)).join('\n')}\n`);
  }

  /** Writes cells separated by tabs, for shells. */
  rows(rows: readonly (readonly string[])[]): void {
    if (rows.length > 0)
      this.#result(`${rows.map(cells => cells.map(cell => this.safe(cell)).join('\t')).join('\n')}\n`);
  }

  /**
   * Writes a table, cut to the width of the terminal unless `isUncut`. Sentences in its last column are wrapped
   * instead. As CSV, it is complete.
   */
  table(rows: readonly (readonly Cell[])[], hasSentences = false): void {
    const { stdout, isUncut = false, hasColors = false } = this.#parts;
    const width = stdout.isTTY === true && !isUncut ? columnsOf(stdout) : undefined;
    // Secrets are removed before cells are cut, because a partial secret would not be recognized.
    const texts = rows.map(row => row.map(cell => this.safe(cellText(cell))));
    if (this.format === 'csv') this.#result(csvText(texts));
    else if (!hasColors) this.lines(tableLines(texts, width, hasSentences));
    else this.#colored(rows, width, hasSentences);
  }

  #colored(rows: readonly (readonly Cell[])[], width: number | undefined, hasSentences: boolean): void {
    const cells = rows.map(row =>
      row.map(cell => (typeof cell === 'object' ? { ...cell, text: this.safe(cell.text) } : this.safe(cell))),
    );
    if (cells.length > 0) this.#result(`${tableLines(cells, width, hasSentences).join('\n')}\n`);
  }

  /** Writes the result as one document, in JSON. */
  document(value: unknown): void {
    this.#result(`${safeDocument(JSON.stringify(value, undefined, 2), this.#parts.redact)}\n`);
  }

  /** Writes a part of the result as one line of JSON. */
  jsonLine(value: unknown): void {
    this.#result(`${safeDocument(JSON.stringify(value), this.#parts.redact)}\n`);
  }

  /** Writes a message that is not part of the result. */
  note(text: string): void {
    this.endProgress();
    if (text === '') return;
    const lines = text.split('\n').map(line => this.safe(line));
    this.#parts.stderr.write(`${lines.join('\n')}\n`);
  }

  /** Writes an error as one line of JSON. */
  jsonNote(value: unknown): void {
    this.endProgress();
    this.#parts.stderr.write(`${safeDocument(JSON.stringify(value), this.#parts.redact)}\n`);
  }

  /** Replaces the previous progress message; only in a terminal. */
  progress(text: string): void {
    const { stderr } = this.#parts;
    const line = cutToWidth(this.safe(text), columnsOf(stderr) - 1);
    if (stderr.isTTY !== true || line === this.#shown) return;
    stderr.write(`${clearLine}${line}`);
    this.#shown = line;
  }

  endProgress(): void {
    if (this.#shown !== '') this.#parts.stderr.write(clearLine);
    this.#shown = '';
  }

  #result(text: string): void {
    this.endProgress();
    this.#parts.stdout.write(text);
  }

  /** A reader such as `head` closes the pipe when it has read enough. */
  #failed(error: unknown, onLost: (() => void) | undefined): void {
    const code = errorCode(error);
    if (code !== 'EPIPE' || onLost !== undefined) this.#failure = code;
    onLost?.();
  }

  /** The line as it is printed: safe for terminals and pipelines, with its indentation. */
  safe(line: string): string {
    const indentation = /^ */.exec(line)?.[0] ?? '';
    return withoutPipelineCommands(indentation + oneLine(this.#parts.redact(line)));
  }
}

/** Makes lines plain text that pipelines would execute. GitHub and Gitea execute those that begin with “::”. */
function withoutPipelineCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1: ').replace(pipelineCommand, '$1 $2');
}

/** Escapes what may affect terminals and pipelines; it only occurs in quoted texts, where JSON allows that. */
function safeDocument(text: string, redact: Redact): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return redact(text)
    .replace(unsafeInJson, escaped)
    .replace(pipelineCommand, (_, name: string, sign: string) => name + escaped(sign));
}
