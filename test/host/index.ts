import { appendFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'node:util';
import { takeCoverage } from 'node:v8';
import Mocha from 'mocha';
import CountsReporter from '../../scripts/countsReporter.cjs';
import { grepVariable, reportVariable } from '../../scripts/mochaCounts.ts';
import { sourceStack } from './sourceStack.ts';

/** VS Code calls this in its extension host; if it rejects, the run fails. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  writeReportTo(process.env[reportVariable]);
  const grep = process.env[grepVariable];
  const mocha = new Mocha({
    reporter: CountsReporter,
    color: false,
    forbidOnly: process.env['CI'] !== undefined,
    timeout: 60_000,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of testFiles()) mocha.addFile(file);
  const failures = await new Promise<number>(resolve => {
    mocha.run(resolve).on(Mocha.Runner.constants.EVENT_TEST_FAIL, (_test, error: Error) => {
      if (error.stack) error.stack = sourceStack(error.stack);
    });
  });
  // VS Code kills this process afterwards, so coverage cannot be written on exit.
  if (process.env['NODE_V8_COVERAGE']) takeCoverage();
  if (failures > 0) throw new Error(`${failures} of the tests in VS Code failed`);
}

function testFiles(): string[] {
  const folder = dirname(__dirname);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter(name => name.endsWith('.test.cjs'))
    .sort()
    .map(name => join(folder, name));
}

/** Redirects Mocha's output to a file, because VS Code's console would mix it with the workbench's. */
function writeReportTo(path: string | undefined): void {
  if (path === undefined) return;
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => appendFileSync(path, `${format(...values)}\n`);
}
