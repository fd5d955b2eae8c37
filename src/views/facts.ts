import { plural } from '../platform/localize.ts';
import { displayText } from '../util/displayText.ts';
import type { JsonObject } from '../util/json.ts';

/** One row of a tooltip's table, or several under one label. */
export type Fact = readonly [label: string, value: string | readonly string[]];

const listLength = 400;
const nameLength = 200;

/** Complete names up to a readable total length, followed by how many more there are. */
export function shortList(names: readonly string[]): string {
  const listed: string[] = [];
  let length = 0;
  for (const name of names.map(text => displayText(text, nameLength))) {
    length += name.length + 2;
    if (listed.length > 0 && length > listLength) break;
    listed.push(name);
  }
  const hidden = names.length - listed.length;
  const text = listed.join(', ');
  return hidden === 0 ? text : `${text} ${plural('and {count} more|and {count} more', hidden)}`;
}

const mostFields = 20;
const deepest = 3;

/** Undocumented fields as rows; each field of an object gets its own row ("owner.name"). */
export function extraFacts(extra: JsonObject): Fact[] {
  const facts = Object.entries(extra).flatMap(([key, value]) => factsOf(key, value, 1));
  const hidden = facts.length - mostFields;
  if (hidden <= 0) return facts;
  const more = plural('{count} more field|{count} more fields', hidden);
  return [...facts.slice(0, mostFields), ['…', more]];
}

function factsOf(key: string, value: unknown, depth: number): Fact[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    const isPlain = value.every(item => typeof item !== 'object' || item === null);
    return value.length === 0 ? [] : [[key, isPlain ? shortList(value.map(String)) : JSON.stringify(value)]];
  }
  if (typeof value !== 'object') return [[key, String(value)]];
  if (depth === deepest) return [[key, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => factsOf(`${key}.${name}`, inner, depth + 1));
}
