import { isAbort } from '../../../api/errors/apiError.ts';
import { agentText } from './agentText.ts';
import type { ToolResult } from './changePlan.ts';
import { fitResult } from './fitResult.ts';
import { type Fleet, ToolError } from './fleet.ts';

/** What a model gets: compact JSON of at most 13 kB, or a sentence about what went wrong. Never a token. */
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
    const value = fitResult(await work(), fleet.redact);
    return { isError: false, text: JSON.stringify(value), value };
  } catch (error) {
    if (signal.aborted && isAbort(error)) throw error;
    const text = error instanceof ToolError ? error.message : fleet.errorText(error, undefined);
    return { isError: true, text: fleet.redact(agentText(text, 1_500)) };
  }
}
