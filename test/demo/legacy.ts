import { isRecord } from '../../src/base/json.ts';
import type { Shape } from '../../src/contrib/demo/server/call.ts';
import type { World } from '../../src/contrib/demo/server/world.ts';

/** An older server has no reports, so every one of its jobs has a policy. */
export function removeReports(world: World): void {
  for (const job of world.jobs.all()) {
    Object.assign(job, { reports: [], report_formats: [] });
    if (job.policies.length === 0) job.policies = [1];
  }
}

const laterFields: ReadonlySet<string> = new Set(['reports', 'report_formats', 'connection']);

/** An object as an older server sends it: fewer fields, and `null` where there is no text. */
export function legacyShape(shape: Shape): Shape {
  const known = Object.entries(shape).filter(([name]) => !laterFields.has(name));
  return Object.fromEntries(known.map(([name, value]) => [name, legacyValue(value)]));
}

function legacyValue(value: unknown): unknown {
  if (value === '') return null;
  return Array.isArray(value)
    ? value.map((item: unknown) => (isRecord(item) ? legacyShape(item) : item))
    : value;
}
