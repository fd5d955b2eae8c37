import type { Permission } from '../../src/demo/access.ts';
import type { RunnerOptions } from '../../src/demo/runner.ts';
import type { StatusWords } from '../../src/demo/variant.ts';
import type { World } from '../../src/demo/world.ts';
import type { Clock } from '../../src/util/clock.ts';

/** How the job list is cut into pages; `none` returns a bare array, as older servers do. */
export type Pagination = 'page' | 'offset' | 'cursor' | 'none';

/** `internalHost` is what a proxy in front of Django often yields. */
export type NextLinks = 'absolute' | 'relative' | 'internalHost';

/**
 * What the server stores of a request. `plain` stores what was sent. `django` does what a server built on
 * Django REST Framework does: it trims every text, returns lists without duplicates in the order of its
 * database (numbers ascending, devices by host name), fills in the fields that a request left out, and returns
 * fields that the API does not describe, one of which changes with every write. Groups carry no `id`.
 */
export type Manner = 'plain' | 'django';

/** A demo server that differs from that of the product. `undefined` means the default. */
export interface DemoServerOptions {
  /** 0 or nothing: a free port. */
  readonly port?: number | undefined;
  /** The token with full rights; random when not given. */
  readonly token?: string | undefined;
  /** More tokens and what each may do. */
  readonly tokens?: Readonly<Record<string, Permission>> | undefined;
  /** A path in front of the API, for example `/prefix`. */
  readonly basePath?: string | undefined;

  /** An existing world; sizes and seed are ignored then. */
  readonly world?: World | undefined;
  readonly jobs?: number | undefined;
  readonly groups?: number | undefined;
  readonly devices?: number | undefined;
  readonly seed?: number | undefined;
  /** Adds names, schedules and devices that are hard to show. */
  readonly awkward?: boolean | undefined;

  readonly clock?: Clock | undefined;
  /** `lively` keeps jobs moving; `still` moves nothing but what a request moves. */
  readonly pace?: RunnerOptions['pace'] | undefined;
  readonly statusWords?: StatusWords | undefined;

  readonly pageSize?: number | undefined;
  readonly pagination?: Pagination | undefined;
  readonly nextLinks?: NextLinks | undefined;
  /** `django` also turns `extraFields` on. */
  readonly manner?: Manner | undefined;
  /** Groups carry an `id`, which the described shape does not. */
  readonly groupIds?: boolean | undefined;
  /** Fields that the API does not describe: `notify`, `created_at` and a nested object. */
  readonly extraFields?: boolean | undefined;
  /** An older server: no `reports`, `report_formats`, `connection`; `null` instead of empty text. */
  readonly legacy?: boolean | undefined;
  /** Also serves `GET /api/peer/search/?hostname=…`. */
  readonly deviceSearch?: boolean | undefined;
  /** What happens to a host name or address that no device has. */
  readonly unknownPeers?: 'refuse' | 'accept' | undefined;
  /** Rejects `params` without any property of RFC 5545. */
  readonly validateParams?: boolean | undefined;
  /** Delay before each response, on the server's clock. */
  readonly latencyMs?: number | undefined;
}
