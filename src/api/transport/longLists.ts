import * as z from 'zod/mini';
import { deviceFields } from '../../fields/objectFields.ts';
import { type Device, DeviceWireSchema, toDevice } from '../../model/device.ts';
import { isRecord } from '../../util/json.ts';
import { responseSlices } from './responseSlices.ts';

/** Checking this many devices takes a few milliseconds. */
const partSize = 2_000;
const PartSchema = z.array(DeviceWireSchema);

/** Checks a value against its schema. The devices of a job or group are checked in slices if there are many. */
export async function checkInSlices<T extends object>(
  schema: z.core.$ZodType<T>,
  value: unknown,
  signal?: AbortSignal,
): Promise<z.core.util.SafeParseResult<T>> {
  if (!isRecord(value)) return z.safeParse(schema, value);
  for (const field of Object.values(deviceFields)) {
    const list = value[field];
    if (!Array.isArray(list) || list.length <= partSize) continue;
    const devices = await readDevices(list, signal);
    // The schema says where the mismatch is.
    if (devices === undefined) break;
    const rest = z.safeParse(schema, { ...value, [field]: [] });
    return rest.success ? { success: true, data: { ...rest.data, [field]: devices } } : rest;
  }
  return z.safeParse(schema, value);
}

async function readDevices(
  list: readonly unknown[],
  signal: AbortSignal | undefined,
): Promise<Device[] | undefined> {
  const slices = responseSlices(signal);
  const devices: Device[] = [];
  for (let from = 0; from < list.length; from += partSize) {
    if (slices.isOver) await slices.rest();
    const part = z.safeParse(PartSchema, list.slice(from, from + partSize));
    if (!part.success) return undefined;
    for (const wire of part.data) devices.push(toDevice(wire));
  }
  return devices;
}
