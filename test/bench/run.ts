import process from 'node:process';
import type { BenchRow } from './benchRow.ts';
import { benchParts, loadPart } from './parts.ts';

/** `npm run bench [-- --json] [part…]`: prints a table, or one JSON line for each figure. */
async function main(args: readonly string[]): Promise<void> {
  const isJson = args.includes('--json');
  const wanted = args.filter(arg => !arg.startsWith('--'));
  const rows: BenchRow[] = [];
  for (const { name } of benchParts) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const found = await (await loadPart(name)).run();
    for (const row of found) process.stdout.write(isJson ? `${jsonLine(row)}\n` : `${tableLine(row)}\n`);
    rows.push(...found);
  }
  const failed = rows.filter(row => !row.ok);
  if (!isJson) process.stdout.write(`${rows.length - failed.length} of ${rows.length} goals reached\n`);
  if (failed.length > 0) process.exitCode = 1;
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
