import type { Client } from '../../../api/client.ts';
import { isApiError } from '../../../api/errors/apiError.ts';
import { reasonText } from '../../../api/errors/errorText.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import type { NetworkSettings } from '../../../api/network/serverDispatcher.ts';
import type { SeenResponse } from '../../../api/transport/transport.ts';
import { cutText, oneLine } from '../../../base/displayText.ts';
import { ExplainedError } from '../../../base/explainedError.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { Redact } from '../../../base/redact.ts';

/** `info` is neither passed nor failed, or was not checked. */
type CheckResult = 'passed' | 'failed' | 'info';

export interface ReportRow {
  readonly result: CheckResult;
  readonly label: string;
  readonly text: string;
  readonly facts?: readonly string[];
}

/** What a check finds, for the row with its label. */
export type CheckFinding = Omit<ReportRow, 'label'>;

export interface ReportSection {
  readonly title: string;
  readonly rows: readonly ReportRow[];
}

const marks: Readonly<Record<CheckResult, string>> = { passed: '✓', failed: '✗', info: '·' };
const textWidth = 84;
const maxFact = 600;

/** The sections as plain text in columns, readable wherever it is pasted, without secrets. */
export function reportText(
  head: readonly string[],
  sections: readonly ReportSection[],
  redact: Redact,
): string {
  const clean = (text: string) => cleanText(text, redact);
  const labels = sections.flatMap(section => section.rows.map(row => clean(row.label).length));
  const labelWidth = Math.max(0, ...labels);
  const blocks = sections.map(({ title, rows }) =>
    [title, '─'.repeat(title.length), ...rows.flatMap(row => rowLines(row, labelWidth, clean))].join('\n'),
  );
  return `${[head.map(clean).join('\n'), ...blocks].join('\n\n')}\n`;
}

function rowLines(
  { result, label, text, facts = [] }: ReportRow,
  labelWidth: number,
  clean: (text: string) => string,
): string[] {
  const lines = [text, ...facts].flatMap(fact => wrapLines(clean(fact)));
  const indent = ' '.repeat(labelWidth + 6);
  return lines.map((line, index) =>
    index === 0 ? `  ${marks[result]} ${clean(label).padEnd(labelWidth)}  ${line}` : `${indent}${line}`,
  );
}

/**
 * Server text as one line of limited length without control characters. Secrets are removed first, because cutting or
 * wrapping would make them unrecognizable.
 */
function cleanText(text: string, redact: Redact): string {
  return cutText(redact(oneLine(text)), maxFact);
}

/** Wraps at spaces. Longer words stay whole so that they can be copied. */
function wrapLines(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > textWidth) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

export interface DoctorOptions extends NetworkSettings {
  readonly server: ServerConfig;
  readonly client: Client;
  /** The responses so far; more are appended. */
  readonly responses: readonly SeenResponse[];
  readonly hasToken: boolean;
  /** Versions of the extension, VS Code and the runtime. */
  readonly versions: readonly (readonly [string, string])[];
  /** Texts that must not appear in the report, whatever the server returns. */
  readonly secrets: readonly (string | undefined)[];
  readonly localizer: Localizer;
  readonly signal: AbortSignal;
}

/** The row of one step. A failing step is a result and does not end the report. */
export async function rowOf(
  { localizer, signal }: DoctorOptions,
  label: string,
  check: () => Promise<CheckFinding> | CheckFinding,
): Promise<ReportRow> {
  signal.throwIfAborted();
  try {
    return { label, ...(await check()) };
  } catch (error) {
    signal.throwIfAborted();
    return { label, result: 'failed', text: failureText(error, localizer) };
  }
}

function failureText(error: unknown, localizer: Localizer): string {
  if (isApiError(error)) return reasonText(error, localizer);
  if (error instanceof ExplainedError) return error.explain(localizer);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '?';
  return localizer.t('failed ({code})', { code });
}
