import { isRecord } from '../../src/base/json.ts';
import type { Shape, Variant } from '../../src/contrib/demo/server/call.ts';
import type { GroupRecord, JobRecord, World } from '../../src/contrib/demo/server/world.ts';
import { unseenDevice } from './devices.ts';
import { djangoGroup, djangoJob } from './django.ts';
import { legacyShape } from './legacy.ts';
import type { DemoServerOptions } from './options.ts';
import { pages } from './pagination.ts';

/** The server that the options describe. */
export function variantOf(options: DemoServerOptions, world: World): Variant {
  return {
    basePath: normalBasePath(options.basePath ?? ''),
    statusWords: options.statusWords ?? 'en',
    page: pages(options),
    received: body => received(body, options),
    sentJob: (shape, job) => sent(shape, job, options),
    sentGroup: (shape, group) => sent(options.groupIds ? shape : without(shape, ['id']), group, options),
    ...(options.manner === 'django' && {
      storedJob: job => djangoJob(job, world),
      storedGroup: group => djangoGroup(group, world),
    }),
    ...(options.unknownPeers === 'accept' && { newDevice: unseenDevice }),
  };
}

function normalBasePath(basePath: string): string {
  const bare = basePath.replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `/${bare}`;
}

const undescribedFields = ['notify', 'retry', 'created_at', 'owner'];
const reportFields = ['reports', 'report_formats'];

/** The body without the fields that this server does not support. */
function received(body: unknown, options: DemoServerOptions): unknown {
  if (!isRecord(body)) return body;
  return without(body, [
    ...(hasExtraFields(options) ? [] : undescribedFields),
    ...(options.legacy ? reportFields : []),
  ]);
}

function sent(shape: Shape, record: JobRecord | GroupRecord, options: DemoServerOptions): Shape {
  const known = hasExtraFields(options) ? shape : without(shape, undescribedFields);
  const aged = options.legacy ? legacyShape(known) : known;
  if (options.manner !== 'django') return aged;
  return { ...aged, updated_at: new Date(record.updatedAtMs).toISOString() };
}

function hasExtraFields({ extraFields, manner }: DemoServerOptions): boolean {
  return extraFields ?? manner === 'django';
}

function without(shape: Shape, fields: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !fields.includes(name)));
}
