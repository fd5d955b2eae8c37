import * as z from 'zod/mini';
import { parseShape } from '../../../api/model/mismatch.ts';
import { isRecord, jsonOrUndefined } from '../../../base/json.ts';

/**
 * The input of a call with values of the right type where only one is meant: models send `"5"` or `"#5"` for 5, `"true"` for
 * true, one value for a list of one, JSON in a text, and `null` for what they leave out. Everything else stays.
 */
export function looseInput(schema: z.core.$ZodType, value: unknown): unknown {
  if (isOptional(schema)) return looseInput(schema.def.innerType, value);
  if (schema instanceof z.ZodMiniObject) return looseObject(schema, value);
  if (schema instanceof z.ZodMiniArray) return looseList(schema.def.element, value);
  if (schema instanceof z.ZodMiniUnion) return looseUnion(schema.def.options, value);
  if (schema instanceof z.ZodMiniString)
    return typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (schema instanceof z.ZodMiniNumber)
    return /^(#|[-+])?\d{1,15}(\.\d+)?$/.test(text) ? Number(text.replace('#', '')) : value;
  if (schema instanceof z.ZodMiniBoolean) return booleans.get(text.toLowerCase()) ?? value;
  if (!(schema instanceof z.ZodMiniEnum)) return value;
  const [meant, ...others] = schema.options.filter(
    option => String(option).toLowerCase() === text.toLowerCase(),
  );
  return others.length === 0 ? (meant ?? value) : value;
}

export function isOptional(schema: z.core.$ZodType): schema is z.ZodMiniOptional | z.ZodMiniExactOptional {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniExactOptional;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function looseObject(schema: z.ZodMiniObject, value: unknown): unknown {
  const object = typeof value === 'string' ? jsonOrUndefined(value) : value;
  if (!isRecord(object)) return value;
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const entries = Object.entries(object).flatMap(([key, part]): [string, unknown][] => {
    const own = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (part === null && (own === undefined || isOptional(own))) return [];
    return [[key, own === undefined ? part : looseInput(own, part)]];
  });
  return Object.fromEntries(entries);
}

function looseList(element: z.core.$ZodType, value: unknown): unknown {
  const list = typeof value === 'string' ? (jsonOrUndefined(value) ?? value) : value;
  if (Array.isArray(list)) return list.map(item => looseInput(element, item));
  if (value === undefined || value === null || value === '') return value;
  const isOfNumbers = element instanceof z.ZodMiniNumber;
  const items = isOfNumbers && typeof value === 'string' ? value.split(/[\s,]+/) : [value];
  return items.map(item => looseInput(element, item));
}

/** The first of the types that fits. */
function looseUnion(options: readonly z.core.$ZodType[], value: unknown): unknown {
  const isRight = (option: z.core.$ZodType, own: unknown) => parseShape(option, own).issues === undefined;
  if (options.some(option => isRight(option, value))) return value;
  const fitting = options.find(option => isRight(option, looseInput(option, value)));
  return fitting === undefined ? value : looseInput(fitting, value);
}
