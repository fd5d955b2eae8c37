import { readFileSync } from 'node:fs';
import * as z from 'zod';

const VectorSchema = z.object({
  id: z.string(),
  category: z.string(),
  text: z.string(),
  dialect: z.enum(['rfc', 'django']),
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  limit: z.number(),
  anchor: z.string().optional(),
  complete: z.boolean(),
  occurrences: z.array(z.string()),
  occurrencesRule: z.array(z.string()),
  doubtful: z.string().optional(),
  rfcReason: z.string().optional(),
  dst: z.boolean().optional(),
});

const ExampleSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  zone: z.string(),
  occurrences: z.array(z.string()),
  complete: z.boolean(),
});

const InvalidSchema = z.object({
  id: z.string(),
  text: z.string(),
  error: z.string(),
  value: z.string(),
  strict: z.boolean().optional(),
});

const HostileSchema = z.object({
  id: z.string(),
  kind: z.string(),
  text: z.string().optional(),
  parts: z.array(z.object({ text: z.string(), times: z.number() })).optional(),
});

const DateutilSchema = z.object({
  id: z.string(),
  start: z.string(),
  rule: z.string(),
  from: z.string(),
  occurrences: z.array(z.string()),
});

export type Vector = z.infer<typeof VectorSchema>;

export const vectors = readLines('vectors', VectorSchema);
export const rfcExamples = readLines('rfc5545-examples', ExampleSchema);
export const invalidTexts = readLines('invalid', InvalidSchema);
export const hostileTexts = readLines('hostile', HostileSchema).map(({ id, kind, text, parts }) => ({
  id,
  kind,
  text: text ?? (parts ?? []).map(part => part.text.repeat(part.times)).join(''),
}));

/** Random rules with the first (at most eight) dates that python-dateutil 2.9 returns, up to the year 2120. */
export const dateutilRules = readLines('dateutil-rules', DateutilSchema);

export function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString().replace('.000Z', 'Z');
}

function readLines<T>(name: string, schema: z.ZodType<T>): T[] {
  const file = new URL(`../fixtures/schedule/${name}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => schema.parse(JSON.parse(line)));
}
