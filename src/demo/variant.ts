import type { DeviceRecord, GroupFields, GroupRecord, JobFields, JobRecord } from './records.ts';

export type Shape = Readonly<Record<string, unknown>>;

export type StatusWords = 'en' | 'ru';

export type Page = <T extends { readonly id: number }>(
  records: readonly T[],
  url: URL,
  toJson: (record: T) => Shape,
) => unknown;

/**
 * How one server differs from another. Without any of these it is the demo server of the product; tests start
 * servers that store something other than was sent, older ones, and ones behind a prefix.
 */
export interface Variant {
  /** A path in front of the API, for example `/prefix`. */
  readonly basePath?: string;
  readonly statusWords?: StatusWords;
  /** The response to a request for the list of jobs. */
  readonly page?: Page;
  /** The part of the body of a create or a change that this server reads. */
  readonly received?: (body: unknown) => unknown;
  /** The object that is stored for a valid request. */
  readonly storedJob?: (job: JobFields) => JobFields;
  readonly storedGroup?: (group: GroupFields) => GroupFields;
  /** The object that is sent for a stored one. */
  readonly sentJob?: (shape: Shape, job: JobRecord) => Shape;
  readonly sentGroup?: (shape: Shape, group: GroupRecord) => Shape;
  /** The device of a name that no device has; without it such names are rejected. */
  readonly newDevice?: (id: number, nameOrAddress: string) => DeviceRecord;
}
