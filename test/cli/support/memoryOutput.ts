import { Writable } from 'node:stream';
import { Output } from '../../../src/cli/terminal/output.ts';

/** Captures what the command line writes to a pipe. */
export function memoryOutput(isJson: boolean) {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) =>
    new Writable({
      write(part, _encoding, done) {
        texts[name] += String(part);
        done();
      },
    });
  const output = new Output({
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    format: isJson ? 'json' : 'table',
    redact: text => text,
  });
  return { output, result: () => texts.stdout, errors: () => texts.stderr };
}
