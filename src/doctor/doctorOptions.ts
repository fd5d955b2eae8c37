import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors/apiError.ts';
import { reasonText } from '../api/errors/errorText.ts';
import type { SeenResponse } from '../api/transport/transport.ts';
import type { ServerConfig } from '../model/server.ts';
import type { NetworkSettings } from '../network/serverDispatcher.ts';
import type { Localizer } from '../util/localizer.ts';
import type { Finding, ReportRow } from './reportText.ts';

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
  check: () => Promise<Finding> | Finding,
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
  const code = error instanceof Error && 'code' in error ? String(error.code) : '?';
  return localizer.t('failed ({code})', { code });
}
