import { isAbort } from '../api/errors/apiError.ts';
import { isRecord, parseJson } from '../util/json.ts';
import { agentText } from './agentText.ts';
import type { ToolResult } from './changePlan.ts';
import { type Fleet, ToolError } from './fleet.ts';

/** What a model gets: compact JSON, or a sentence about what went wrong. Never a token. */
export type Answer =
  | { readonly isError: false; readonly text: string; readonly value: ToolResult }
  | { readonly isError: true; readonly text: string };

/** Does the work of one call. Rejects only if the call was canceled. */
export async function answer(
  fleet: Pick<Fleet, 'redact' | 'errorText'>,
  work: () => Promise<ToolResult>,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const text = fleet.redact(JSON.stringify(await work()));
    const value = parseJson(text);
    return { isError: false, text, value: isRecord(value) ? value : {} };
  } catch (error) {
    if (signal.aborted && isAbort(error)) throw error;
    const text = error instanceof ToolError ? error.message : fleet.errorText(error, undefined);
    return { isError: true, text: fleet.redact(agentText(text, 1_500)) };
  }
}
