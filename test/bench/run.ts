import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import { projectDirectory } from '../support/projectFiles.ts';
import type { BenchRow } from './benchRow.ts';
import { bundled } from './bundle.ts';

/** In the order of the table; missing files are skipped. */
const parts = [
  'listing',
  'validation',
  'memory',
  'hostile',
  'polling',
  'tree',
  'groups',
  'activation',
  'firstRows',
  'forms',
  'schedules',
  'files',
];

const PartSchema = z.looseObject({ run: z.function() });
const RowSchema = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string().default(''),
  floor: z.number().optional(),
  ratio: z.number().optional(),
  goal: z.string(),
  ok: z.boolean(),
});

/** `npm run bench [-- --json] [part…]`: prints a table, or one JSON line for each figure. */
async function main(args: readonly string[]): Promise<void> {
  const isJson = args.includes('--json');
  const wanted = args.filter(arg => !arg.startsWith('--'));
  const rows: BenchRow[] = [];
  for (const part of parts) {
    const file = join(projectDirectory, 'test/bench', `${part}.ts`);
    if ((wanted.length > 0 && !wanted.includes(part)) || !existsSync(file)) continue;
    const found = await runPart(file);
    for (const row of found) process.stdout.write(isJson ? `${jsonLine(row)}\n` : `${tableLine(row)}\n`);
    rows.push(...found);
  }
  const failed = rows.filter(row => !row.ok);
  if (!isJson) process.stdout.write(`${rows.length - failed.length} of ${rows.length} goals reached\n`);
  if (failed.length > 0) process.exitCode = 1;
}

async function runPart(file: string): Promise<readonly BenchRow[]> {
  const part = PartSchema.parse(await import(await bundled(file)));
  const rows: unknown = await part.run();
  return z
    .array(RowSchema)
    .parse(rows)
    .map(({ floor, ratio, ...row }) => ({
      ...row,
      ...(floor === undefined ? {} : { floor }),
      ...(ratio === undefined ? {} : { ratio }),
    }));
}

function jsonLine({ name, value, floor, ratio, goal, ok }: BenchRow): string {
  return JSON.stringify({ name, value, floor: floor ?? null, ratio: ratio ?? null, goal, ok });
}

function tableLine({ name, value, unit, floor, ratio, goal, ok }: BenchRow): string {
  const measured = `${rounded(value)} ${unit}`.trim();
  const against =
    floor === undefined ? '' : ` (floor ${rounded(floor)}, ${(ratio ?? value / floor).toFixed(2)} ×)`;
  return `| ${name} | ${measured}${against} | ${goal} | ${ok ? 'yes' : '**no**'} |`;
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toFixed(2)));
}

await main(process.argv.slice(2));
