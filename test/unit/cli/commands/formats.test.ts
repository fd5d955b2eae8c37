import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { unifiedDiff } from '../../../../src/cli/commands/diff.ts';
import { commandFormats, commandNames, commandRows } from '../../../../src/cli/commandTable.ts';
import { formatIn, yamlText } from '../../../../src/cli/terminal/outputFormat.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { type Shell, withShell } from '../support/shell.ts';

function seeded(use: (shell: Shell) => Promise<void>) {
  return withShell(async shell => {
    shell.addGroup({ name: 'Lab', dn: 'CN=Lab' });
    shell.addJob({ name: 'Nightly', groups: [1] }, 'running');
    shell.addJob({ name: 'Weekly: no', enabled: false }, 'finished');
    await use(shell);
  });
}

describe('the output format', () => {
  it('is read before the other options, so that errors in them are printed in it', () => {
    for (const args of [
      ['-o', 'json'],
      ['-ojson'],
      ['-o=json'],
      ['--output=json'],
      ['--output', 'json'],
      ['--json'],
    ])
      assert.equal(formatIn(['list', ...args]), 'json', args.join(' '));
    for (const args of [[], ['-o'], ['--out', 'json'], ['-o', 'xml']]) assert.equal(formatIn(args), 'table');
  });

  it('is JSON for each command that has --json', () => {
    const having = commandNames.filter(name => commandRows[name].options.some(option => option === 'json'));
    assert.ok(having.every(name => commandFormats(name).includes('json')));
  });

  it('must be one that the command has', () =>
    seeded(async ({ run }) => {
      const message = '--output of “get” must be one of: json, yaml.';
      assert.equal((await run('get job 1 -o wide')).stderr.split('\n')[0], message);
    }));

  it('adds columns, or prints only what other commands accept', () =>
    seeded(async ({ run }) => {
      assert.match(
        (await run('list -o wide')).stdout,
        /^ID +Name +Enabled +Groups +Devices +Policies +Schedule\n/,
      );
      assert.equal((await run('list -o name')).stdout, 'job/1\njob/2\n');
      assert.equal((await run('list groups -o name')).stdout, 'group/CN=Lab\n');
      assert.equal((await run('get group/CN=Lab -o json')).code, 0);
    }));
});

describe('YAML', () => {
  it('is read as the value that was printed, by parsers of both versions', () =>
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        for (const version of ['1.1', '1.2'] as const)
          assert.deepEqual(parse(yamlText(value), { version }), expected);
      }),
    ));

  it('is what the command prints, with the fields of its JSON', () =>
    seeded(async ({ run }) => {
      const [yaml, json] = [await run('list -o yaml'), await run('list --json')];
      assert.match(yaml.stdout, /^jobs:\n {2}- id: 1\n {4}name: "Nightly"\n/);
      assert.deepEqual(parse(yaml.stdout), JSON.parse(json.stdout));
    }));

  it('quotes keys that are no texts, or that pipelines would execute', () => {
    const value = { no: 1, 'section_start:x': 2, section_start: 3, '': 4, plain: [[], {}] };
    assert.equal(
      yamlText(value),
      '"no": 1\n"section_start:x": 2\n"section_start": 3\n"": 4\nplain:\n  - []\n  - {}',
    );
  });
});

describe('a unified diff', () => {
  const apply = (before: string, hunks: readonly string[]) => {
    const old = before === '' ? [] : before.replace(/\n$/, '').split('\n');
    const now: string[] = [];
    let at = 0;
    for (const line of hunks) {
      const [, start, count = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
      if (start === undefined) {
        if (line.startsWith('+')) now.push(line.slice(1));
        else {
          assert.equal(line.slice(1), old[at]);
          if (line.startsWith(' ')) now.push(line.slice(1));
          at += 1;
        }
        continue;
      }
      const first = count === '0' ? Number(start) : Number(start) - 1;
      now.push(...old.slice(at, first));
      at = first;
    }
    return [...now, ...old.slice(at)];
  };

  it('turns one text into the other, whatever they are, and is empty for the same', () => {
    const text = fc.array(fc.constantFrom('{', '}', 'a', 'b', 'c', 'd', 'e', ''), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [one, other] = [before, after].map(lines => lines.map(line => `${line}\n`).join(''));
        const diff = unifiedDiff(one ?? '', other ?? '');
        assert.deepEqual(apply(one ?? '', diff), after);
        assert.deepEqual(unifiedDiff(one ?? '', one ?? ''), []);
      }),
    );
  });

  it('of a field is its line with three around it', () => {
    const lines = (value: string) => ['{', 'a', 'b', 'c', value, 'd', 'e', 'f', 'g'].join('\n');
    assert.deepEqual(unifiedDiff(lines('1'), lines('2')), [
      '@@ -2,7 +2,7 @@',
      ...[' a', ' b', ' c', '-1', '+2', ' d', ' e', ' f'],
    ]);
  });
});

describe('device-automation diff and validate', () => {
  it('compare line by line with the exit codes of plan, and check files without a server', () =>
    seeded(async ({ run, folder }) => {
      const files = join(folder, 'plant');
      await mkdir(files);
      await run(['export', files]);
      assert.deepEqual(await run(['diff', files]), { code: 0, stdout: '', stderr: '' });
      assert.equal((await run(['validate', files])).code, 0);
      const path = join(files, 'jobs/nightly.job.jsonc');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('"enabled": true', '"enabled": false'));
      const { code, stdout } = await run(['diff', files]);
      assert.equal(code, 2);
      assert.match(stdout, /^--- .*: Nightly\n\+\+\+ .*jobs\/nightly\.job\.jsonc\n@@ .*\n/);
      assert.match(stdout, /\n- {2}"enabled": true,\n\+ {2}"enabled": false,\n/);
      await writeFile(path, text.replace('"params": ""', '"params": "RRULE:FREQ=NEVER"'));
      const invalid = await run(['validate', files, '--json']);
      assert.equal(invalid.code, 1);
      assert.deepEqual(JSON.parse(invalid.stdout).problems[0].path, 'jobs/nightly.job.jsonc');
      assert.deepEqual((await readdir(files)).length, 3);
    }));
});

describe('--watch', () => {
  /** Runs a command until it has printed `last`; `during` is called after its first output. */
  async function watch({ run, server }: Shell, args: string, during: () => void, last: RegExp) {
    const clock = createManualClock(0);
    const controller = new AbortController();
    let printed = '';
    const onOutput = (text: string) => {
      const isFirst = printed === '';
      printed += text;
      if (isFirst) during();
      if (last.test(printed)) controller.abort();
    };
    let isOver = false;
    const watching = run(args, { clock, signal: controller.signal, onOutput }).finally(() => {
      isOver = true;
    });
    for (let round = 0; !isOver && round < 20_000; round++) {
      await new Promise(resolve => setImmediate(resolve));
      clock.advance(50);
    }
    assert.ok(server);
    return watching;
  }

  it('prints each change of a status until it is interrupted', () =>
    seeded(async shell => {
      const job = shell.server.world.jobs.get(1);
      assert.ok(job);
      const during = () => shell.server.runner.set(job, 'finished');
      const { code, stdout } = await watch(shell, 'status --watch', during, /\n\d\d:\d\d:\d\d /);
      assert.equal(code, 130);
      assert.match(stdout, /\n\d\d:\d\d:\d\d +1 +Nightly +\S+\n$/);
    }));

  it('prints each change of a list, and what is no longer in it', () =>
    seeded(async shell => {
      const during = () => {
        shell.addJob({ name: 'Yearly' });
        shell.server.world.jobs.remove(2);
      };
      const { stdout, stderr } = await watch(shell, 'list -w', during, /Yearly/);
      assert.match(stdout, /^ID.*\n1.*\n2.*\n3 +Yearly .*\n$/);
      assert.match(stderr, /^No longer listed: Weekly: no\.\n/);
    }));
});

describe('device-automation snapshot', () => {
  it('stores an archive that plan and diff take instead of a folder', () =>
    seeded(async ({ run, server }) => {
      const { code, stdout } = await run('snapshot');
      assert.equal(code, 0);
      const path = stdout.trim();
      assert.deepEqual(await run(['diff', path]), { code: 0, stdout: '', stderr: '' });
      const job = server.world.jobs.get(1);
      assert.ok(job);
      job.enabled = false;
      const plan = await run(['plan', path]);
      assert.deepEqual([plan.code, plan.stdout.includes('Enabled: false → true')], [2, true]);
      await writeFile(path, 'damaged');
      const damaged = await run(['plan', path]);
      assert.deepEqual([damaged.code, damaged.stderr], [1, `“${path}” is damaged, or is no snapshot.\n`]);
    }));
});
