import { type ParseError, parse } from 'jsonc-parser';
import * as z from 'zod/mini';
import { isRecord, positionAt } from '../../base/json.ts';
import type { Redact } from '../../base/redact.ts';
import { responseSlices } from '../../base/slices.ts';
import { ContractError, type ContractProblem, type RequestInfo } from '../errors/apiError.ts';
import { htmlTitle, looksLikeHtml } from '../errors/errorBody.ts';
import { deviceFields } from '../fields/objectFields.ts';
import { type Device, DeviceWireSchema, toDevice } from '../model/device.ts';
import { firstMismatch } from '../model/mismatch.ts';
import { JsonPieceError, parseJsonPieces } from './jsonPieces.ts';
import { parseServerJson } from './serverJson.ts';

/** Parses the body of a 2xx response; throws a `ContractError` if it is not JSON. */
export function readJsonResponse(text: string, info: RequestInfo, redact: Redact): unknown {
  if (text.trim() === '') throw new ContractError(info, { code: 'empty' });
  try {
    return parseServerJson(text);
  } catch {
    // The parser's own message would quote the text.
    if (looksLikeHtml(text)) throw new ContractError(info, { code: 'html', title: htmlTitle(text, redact) });
    throw new ContractError(info, breaksOff(text) ? { code: 'truncated' } : syntaxProblem(text));
  }
}

/** Longer text is not parsed again to find the place of the error. */
const longestLocated = 8 * 1024 * 1024;

/** Text that begins like JSON comes from the right server, which made a mistake at a place that can be named. */
function syntaxProblem(text: string): ContractProblem {
  if (!/^\s*[[{]/.test(text) || text.length > longestLocated) return { code: 'notJson' };
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return { code: 'invalidJson', ...positionAt(text, errors[0]?.offset ?? text.length) };
}

/** Like `readJsonResponse`, but parses a long body in slices so as not to delay other work. */
export async function readLongJsonResponse(
  long: Uint8Array,
  info: RequestInfo,
  redact: Redact,
): Promise<unknown> {
  try {
    return await parseJsonPieces(long, responseSlices());
  } catch (error) {
    if (error instanceof JsonPieceError) throw new ContractError(info, { code: error.code });
    // Longer than what is searched for a title by as much as the longest token.
    const start = new TextDecoder().decode(long.subarray(0, 25_000));
    if (looksLikeHtml(start))
      throw new ContractError(info, { code: 'html', title: htmlTitle(start, redact) });
    throw new ContractError(info, syntaxProblem(new TextDecoder().decode(long.subarray(0, longestLocated))));
  }
}

/** Checks `value` against the schema. The error of a mismatch has its path and what was expected. */
export async function checkResponse<T extends object>(
  schema: z.core.$ZodType<T>,
  value: unknown,
  info: RequestInfo,
): Promise<T> {
  const result = await checkInSlices(schema, value);
  if (result.success) return result.data;
  throw new ContractError(info, { code: 'shape', mismatch: firstMismatch(result.error, value) });
}

/** Whether JSON text ends inside a string, list or object. */
function breaksOff(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString) index += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return isInString || depth > 0;
}

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
