import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BenchRow, Scale } from './benchRow.ts';
import { benchParts, loadPart } from './parts.ts';

/**
 * `npm run bench [-- --json] [-- --scale 0.01] [part…]`: prints a table, or one JSON line for each figure. A scale below
 * 1 only shows that the parts run. A part that breaks is reported, and does not keep the others from being measured.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, scale: { type: 'string', default: '1' } },
  });
  const scale = new Scale(Number(values.scale));
  const names = benchParts.map(({ name }) => name);
  const unknown = positionals.find(name => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part “${unknown}”, only ${names.join(', ')}.`);
  const rows: BenchRow[] = [];
  const broken: string[] = [];
  for (const name of positionals.length > 0 ? positionals : names) {
    try {
      const found = await (await loadPart(name)).run(scale);
      for (const row of found) process.stdout.write(`${values.json ? jsonLine(row) : tableLine(row)}\n`);
      rows.push(...found);
    } catch (error) {
      broken.push(name);
      console.error(`Could not measure ${name}:`, error);
    }
  }
  const failed = rows.filter(row => !row.ok);
  if (!values.json) process.stdout.write(`${rows.length - failed.length} of ${rows.length} goals reached\n`);
  if (broken.length > 0) console.error(`Not measured: ${broken.join(', ')}`);
  if (failed.length + broken.length > 0) process.exitCode = 1;
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
