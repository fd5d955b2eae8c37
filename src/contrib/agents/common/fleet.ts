import type { LabeledField } from '../../../api/fields/objectFields.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { Redact } from '../../../base/redact.ts';
import type { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import type { FilterTerm } from '../../../store/filter/filterTerm.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { ConnectionCheck } from '../../doctor/common/doctorReport.ts';
import type { FleetChoices } from '../../fleetCheck/common/fleetChecker.ts';

/** Everything that tools can reach: the servers of VS Code, or the one of the command line. */
export interface Fleet {
  readonly servers: readonly ServerConfig[];
  /** The server of a call that names none. */
  readonly usual: ServerConfig | undefined;
  /** Throws `ToolError` if the server cannot be used. */
  session(server: ServerConfig): ServerSession;
  outlook(server: ServerConfig): ScheduleOutlook;
  /** The user's name for an ID without one. */
  label(server: ServerConfig, field: LabeledField, id: number): string | undefined;
  /** The terms of the job filter that contributions add. */
  readonly filterTerms: readonly FilterTerm[];
  /** What the user chose for the fleet check. */
  choices(server: ServerConfig): FleetChoices;
  /** Checks how the server is reached, step by step; the report is a text of several lines without secrets. */
  checkConnection(server: ServerConfig, signal: AbortSignal): Promise<ConnectionCheck>;
  errorText(error: unknown, server: ServerConfig | undefined): string;
  /** The user's language, for what the user reads. */
  readonly localizer: Localizer;
  /** The time zone of the user. */
  readonly readerZone: string;
  readonly nowMs: () => number;
  /** Where this user's programs store their state. */
  readonly stateFolder: string;
  /** The requests that may be spent on finding the IDs of groups. */
  readonly idBudget: number;
  readonly redact: Redact;
}

/** A wrong call; the message says how to call rightly. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
