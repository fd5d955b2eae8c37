import assert from 'node:assert/strict';
import type { Exchange } from '../../../src/api/transport/requestLog.ts';
import { withWindow } from '../../support/vscode/withParts.ts';

const { Log } = await import('../../../src/workbench/platform/log.ts');

const exchange: Exchange = {
  method: 'GET',
  path: '/api/jobs/',
  status: 200,
  durationMs: 31,
  bytes: 2_048,
  attempt: 1,
  failure: '',
};

/** The calls that the output channel received. */
async function linesOf(use: (log: InstanceType<typeof Log>) => void): Promise<readonly unknown[]> {
  const lines: unknown[] = [];
  const note =
    (what: string) =>
    (...args: readonly unknown[]) =>
      lines.push([what, ...args]);
  const channel = Object.fromEntries(
    ['info', 'error', 'warn', 'debug', 'show', 'dispose'].map(what => [what, note(what)]),
  );
  const createOutputChannel = (name: string, options: unknown) => {
    lines.push([name, options]);
    return channel;
  };
  await withWindow({ createOutputChannel }, async () => use(new Log()));
  return lines.slice(1);
}

describe('the log', () => {
  it('writes each message on one line of at most 2,000 characters', async () => {
    const lines = await linesOf(log => {
      log.info('Started\nhere');
      log.error(`Failed\r\n${'x'.repeat(3_000)}`);
      log.exchange('Plant\n', { ...exchange, path: 'x'.repeat(3_000) });
      log.exchange('Plant\n', { ...exchange, path: 'x'.repeat(3_000), status: 500 });
    });
    assert.deepEqual(lines.slice(0, 2), [
      ['info', 'Started here'],
      ['error', `Failed ${'x'.repeat(1_992)}…`],
    ]);
    const text = `Plant : GET ${'x'.repeat(1_987)}…`;
    assert.deepEqual(lines.slice(2), [
      ['debug', text],
      ['warn', text],
    ]);
  });

  it('logs requests at the debug level, and failed ones as warnings', async () => {
    const lines = await linesOf(log => {
      log.exchange('Plant', exchange);
      log.exchange('Plant', { ...exchange, status: 399, attempt: 2 });
      log.exchange('Plant', { ...exchange, status: 400 });
      log.exchange('Plant', { ...exchange, status: undefined, bytes: 0, attempt: 3, failure: 'timed out' });
    });
    assert.deepEqual(lines, [
      ['debug', 'Plant: GET /api/jobs/ 200 31 ms 2048 B'],
      ['debug', 'Plant: GET /api/jobs/ 399 31 ms 2048 B (attempt 2)'],
      ['warn', 'Plant: GET /api/jobs/ 400 31 ms 2048 B'],
      ['warn', 'Plant: GET /api/jobs/ timed out 31 ms 0 B (attempt 3)'],
    ]);
  });
});
