import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors/apiError.ts';
import { reasonText } from '../api/errors/errorText.ts';
import type { SeenAnswer } from '../api/transport/seenAnswer.ts';
import type { ServerConfig } from '../model/server.ts';
import type { ProxySettings } from '../network/proxyChoice.ts';
import type { Localizer } from '../util/localizer.ts';
import type { ReportRow } from './reportText.ts';

export interface DoctorOptions {
  readonly server: ServerConfig;
  /** Only asked to read. */
  readonly client: Client;
  /** What the client was answered so far; it grows. */
  readonly answers: readonly SeenAnswer[];
  readonly hasToken: boolean;
  readonly proxies: ProxySettings;
  /** `http.systemCertificates`. */
  readonly useSystemCertificates: boolean;
  /** Versions of what runs here. */
  readonly versions: readonly (readonly [string, string])[];
  /** Texts that must not stand in the report, whatever the server answers. */
  readonly secrets: readonly (string | undefined)[];
  readonly localizer: Localizer;
  readonly signal: AbortSignal;
}

/** A step that fails does not end the report: what fails is what it is for. */
export async function rowOf(
  { localizer, signal }: DoctorOptions,
  label: string,
  look: () => Promise<Omit<ReportRow, 'label'>> | Omit<ReportRow, 'label'>,
): Promise<ReportRow> {
  signal.throwIfAborted();
  try {
    return { label, ...(await look()) };
  } catch (error) {
    signal.throwIfAborted();
    return { label, verdict: 'bad', text: failureText(error, localizer) };
  }
}

function failureText(error: unknown, localizer: Localizer): string {
  if (isApiError(error)) return reasonText(error, localizer);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '?';
  return localizer.t('failed ({code})', { code });
}
