import type { DeviceRecord, GroupFields, GroupRecord, JobFields, JobRecord } from './records.ts';

export type Shape = Readonly<Record<string, unknown>>;

export type StatusWords = 'en' | 'ru';

export type Paginate = <T extends { readonly id: number }>(
  records: readonly T[],
  url: URL,
  toJson: (record: T) => Shape,
) => unknown;

/**
 * How a server deviates from the demo server of the product. Tests use this for servers that store something other
 * than what was sent, for older servers, and for servers behind a path prefix.
 */
export interface Variant {
  /** A path prefix of the API, for example `/prefix`. */
  readonly basePath?: string;
  readonly statusWords?: StatusWords;
  /** How list requests for jobs are paginated. */
  readonly page?: Paginate;
  /** The part of a create or change that this server reads. */
  readonly received?: (body: unknown) => unknown;
  /** The object that it stores for a valid request. */
  readonly storedJob?: (job: JobFields) => JobFields;
  readonly storedGroup?: (group: GroupFields) => GroupFields;
  /** The object that it sends for a stored one. */
  readonly sentJob?: (shape: Shape, job: JobRecord) => Shape;
  readonly sentGroup?: (shape: Shape, group: GroupRecord) => Shape;
  /** Creates a device for an unknown name; without this, unknown names are rejected. */
  readonly newDevice?: (id: number, nameOrAddress: string) => DeviceRecord;
}
