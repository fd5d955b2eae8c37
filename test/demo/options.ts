import type { StatusWords } from '../../src/contrib/demo/server/call.ts';
import type { DemoServerOptions as PlainOptions } from '../../src/contrib/demo/server/httpServer.ts';

/** How the job list is split into pages; `none` returns a bare array, as older servers do. */
export type Pagination = 'page' | 'offset' | 'cursor' | 'none';

/**
 * Where a page has its links and count: as usual (`flat`), as in the guide of Django REST Framework (`guide`), or as in
 * JSON:API or HAL. `unlinked`: nowhere, so that the other pages cannot be read.
 */
export type Envelope = 'flat' | 'guide' | 'jsonApi' | 'hal' | 'unlinked';

/** `internalHost` is what Django often returns behind a proxy. */
export type NextLinks = 'absolute' | 'relative' | 'internalHost';

/**
 * What the server stores of a request. `plain` stores what was sent. `django` does what a server built on Django REST
 * Framework does: it trims every text, returns lists without duplicates in database order (numbers ascending, devices
 * by host name), fills in omitted fields, and returns undocumented fields, one of which changes with every write.
 * Groups have no `id`.
 */
export type Manner = 'plain' | 'django';

/** A demo server that differs from the product's. `undefined` means the default. */
export interface DemoServerOptions extends Omit<PlainOptions, 'variant' | 'routes' | 'observer'> {
  /** A path before the API, for example `/prefix`. */
  readonly basePath?: string | undefined;

  /** Sizes of the world, if none is given. */
  readonly jobs?: number | undefined;
  readonly groups?: number | undefined;
  readonly devices?: number | undefined;
  /** Adds names, schedules and devices that are hard to display. */
  readonly awkward?: boolean | undefined;

  readonly statusWords?: StatusWords | undefined;

  readonly pageSize?: number | undefined;
  readonly pagination?: Pagination | undefined;
  readonly nextLinks?: NextLinks | undefined;
  readonly envelope?: Envelope | undefined;
  /** `django` also turns `extraFields` on. */
  readonly manner?: Manner | undefined;
  /** Groups have an `id`, which the documented shape does not. */
  readonly groupIds?: boolean | undefined;
  /** Undocumented fields: `notify`, `created_at` and a nested object. */
  readonly extraFields?: boolean | undefined;
  /** An older server: no `reports`, `report_formats`, `connection`; `null` instead of empty text. */
  readonly legacy?: boolean | undefined;
  /** Also serves `GET /api/peer/search/?hostname=…`. */
  readonly deviceSearch?: boolean | undefined;
  /** Also serves `GET /demo/runs/`. */
  readonly runLog?: boolean | undefined;
  /** What happens with a host name or address that no device has. */
  readonly unknownPeers?: 'refuse' | 'accept' | undefined;
  /** Delay before each response, on the server's clock. */
  readonly latencyMs?: number | undefined;
}
