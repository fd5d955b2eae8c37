import assert from 'node:assert/strict';
import { parseCommandLine, UsageError, usage } from '../../demo/cliOptions.ts';

const parse = (line: string) => parseCommandLine(line.split(' ').filter(Boolean));

describe('demo server: command line', () => {
  it('reads every kind of option', () => {
    const options = parse(
      '--port 8765 --jobs 10000 --page-size 100 --token x --latency 20 --group-ids --extra-fields ' +
        '--seed 3 --pagination offset --read-only-token r --forbidden-token f --accept-unknown-peers --manner django',
    );
    assert.ok(options !== 'help');
    const { port, jobs, pageSize, token, latencyMs, groupIds, extraFields, seed, pagination } = options;
    assert.deepEqual(
      [port, jobs, pageSize, token, latencyMs, groupIds, extraFields, seed, pagination],
      [8765, 10_000, 100, 'x', 20, true, true, 3, 'offset'],
    );
    const { tokens, unknownPeers, manner } = options;
    assert.deepEqual([tokens, unknownPeers, manner], [{ r: 'read', f: 'none' }, 'accept', 'django']);
  });

  it('uses the defaults for omitted options', () => {
    const options = parse('');
    assert.ok(options !== 'help');
    assert.deepEqual([options.port, options.jobs, options.pace], [undefined, undefined, undefined]);
  });

  const mistakes: readonly [string, RegExp][] = [
    ['--port http', /--port must be a whole number from 0 to 65535, not "http"/],
    ['--port 70000', /--port must be a whole number from 0 to 65535/],
    ['--page-size 0', /--page-size must be a whole number from 1/],
    ['--pagination pages', /--pagination must be one of page, offset, cursor, none, not "pages"/],
    ['--jbos 3', /'--jbos'/],
    ['extra', /extra/],
  ];
  for (const [line, message] of mistakes) {
    it(`explains "${line}"`, () => {
      assert.throws(
        () => parse(line),
        (error: unknown) => error instanceof UsageError && message.test(error.message),
      );
    });
  }

  it('has help that lists every option', () => {
    assert.equal(parse('--help'), 'help');
    assert.match(usage, /--device-search/);
  });
});
