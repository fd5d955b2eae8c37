import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { createRedactor } from '../../src/base/redact.ts';
import { hasColors, Output } from '../../src/cli/terminal/output.ts';
import { cutToWidth, displayWidth, tableLines, wrapText } from '../../src/cli/terminal/textTable.ts';

class Terminal extends Writable {
  readonly isTTY: boolean = true;
  readonly columns: number = 40;
  text = '';

  override _write(part: unknown, _encoding: unknown, done: () => void): void {
    this.text += String(part);
    done();
  }
}

class Pipe extends Terminal {
  override readonly isTTY: boolean = false;
}

describe('the width of text in a terminal', () => {
  const widths: readonly (readonly [string, number])[] = [
    ['Задание', 7],
    ['夜间更新', 8],
    ['e\u0301', 1],
    ['👩🏽‍🔧', 2],
    ['🇩🇪', 2],
    ['🖥️', 2],
    ['a\u200bb', 2],
    ['عملية', 5],
  ];
  for (const [text, width] of widths) {
    it(`is ${width} for ${JSON.stringify(text)}`, () => assert.equal(displayWidth(text), width));
  }

  it('is never more than requested after a cut, which never splits a character', () => {
    const texts = fc.array(fc.constantFrom('a', 'Ж', '夜', '👩🏽‍🔧', 'e\u0301', ' '), { maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (parts, cells) => {
        const text = parts.join('');
        const cut = cutToWidth(text, cells);
        assert.ok(displayWidth(cut) <= cells);
        if (cut !== text) assert.ok(text.startsWith(cut.slice(0, -1)) && cut.endsWith('…'));
      }),
    );
  });
});

describe('a paragraph', () => {
  it('is broken between words, and within a word only if it is longer than a line', () => {
    assert.deepEqual(wrapText('ab cd ef', 5), ['ab cd', 'ef']);
    assert.deepEqual(wrapText('abcd efgh', 4), ['abcd', 'efgh']);
    assert.deepEqual(wrapText('abcdefghi jk', 4), ['abcd', 'efgh', 'i jk']);
    assert.deepEqual(wrapText('夜間更新', 5), ['夜間', '更新']);
    assert.deepEqual(wrapText('夜間', 1), ['夜', '間']);
    assert.deepEqual([wrapText('', 4), wrapText(' ab', 4)], [[''], ['ab']]);
  });
});

describe('tables', () => {
  it('align columns by cells', () => {
    const rows = [
      ['ID', 'Name', 'Enabled'],
      ['1', '夜间更新', 'yes'],
      ['12', '👩🏽‍🔧 fix', 'no'],
    ];
    assert.deepEqual(tableLines(rows, undefined), [
      'ID  Name      Enabled',
      '1   夜间更新  yes',
      '12  👩🏽‍🔧 fix    no',
    ]);
  });

  it('are at most as wide as the terminal, and truncate the widest columns', () => {
    const rows = [
      ['1', 'x'.repeat(80), 'in 5 minutes'],
      ['2', 'short', 'y'.repeat(30)],
    ];
    const lines = tableLines(rows, 40);
    assert.ok(
      lines.every(line => displayWidth(line) <= 40),
      lines.join('\n'),
    );
    assert.match(lines[0] ?? '', /^1 {2}x+… {2}in 5 minutes$/);
  });

  it('wrap sentences to any width without losing a character', () => {
    const cell = fc.string({ unit: 'grapheme', minLength: 1 }).map(text => text.replace(/\p{Cc}/gu, ' '));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell)), fc.integer({ min: 8, max: 120 }), (rows, width) => {
        const lines = tableLines(rows, width, true);
        assert.ok(lines.every(line => displayWidth(line) <= width));
        const letters = (texts: readonly string[]) => texts.join('').replace(/\s/g, '');
        if (rows.length === 1) assert.equal(letters(lines), letters(rows.flat()));
      }),
      { seed: 1 },
    );
  });
});

describe('the output of the command line', () => {
  const redact = createRedactor(['secret-token']);
  const outputTo = (stdout: Terminal, stderr: Terminal) =>
    new Output({ stdout, stderr, format: 'table', redact });

  it('shows progress in place, and removes it before anything else is written', () => {
    const [stdout, stderr] = [new Pipe(), new Terminal()];
    const output = outputTo(stdout, stderr);
    output.progress('Reading jobs: 1 of 2');
    output.progress('Reading jobs: 1 of 2');
    output.progress(`Reading ${'x'.repeat(100)}`);
    output.lines(['done']);
    const [first, second, end, ...rest] = stderr.text.split('\r\x1b[K').slice(1);
    assert.deepEqual([first, second?.length, end, rest], ['Reading jobs: 1 of 2', 39, '', []]);
    assert.equal(stdout.text, 'done\n');
  });

  it('does not truncate tables if requested, or in a pipe', () => {
    const row = ['done', 'x'.repeat(100)];
    const [terminal, pipe] = [new Terminal(), new Pipe()];
    const redact = (text: string) => text;
    new Output({ stdout: terminal, stderr: pipe, format: 'table', isUncut: true, redact }).table([row]);
    outputTo(pipe, terminal).table([row]);
    assert.deepEqual([terminal.text, pipe.text], Array(2).fill(`${row.join('  ')}\n`));
  });

  const pipelineCommands = [
    '::set-output name=result::done',
    ' ::add-mask::x',
    ':\u200e:stop-commands::x',
    '##vso[task.setvariable variable=x]y',
    '##[add-path]/tmp',
    "##teamcity[setParameter name='x']",
    'section_start:1560896352:x',
    'section_end:1560896352:x',
    'travis_fold:start:x',
  ];
  // What the pipelines look for in a line.
  const executed = /^\s*::|##\w*\[|section_(?:start|end):\d|travis_\w+:/m;

  it('contains no commands of a pipeline, whatever the names on the server are', () => {
    const noise = fc.constantFrom(...' :#[\n\r\t\\"\u202ea', 'secret-token');
    const text = fc
      .array(fc.oneof(noise, fc.constantFrom(...pipelineCommands, '\travis_x:')), { maxLength: 8 })
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [stdout, stderr] = [new Pipe(), new Pipe()];
        const output = outputTo(stdout, stderr);
        output.lines([one, `  ${other}`]);
        output.table([['', one, other]]);
        output.table([['x', `${one} ${other}`]], true);
        output.note(`${one}\n${other}`);
        assert.doesNotMatch(stdout.text, executed);
        assert.doesNotMatch(stderr.text, executed);
        const [json, jsonNote] = [new Pipe(), new Pipe()];
        outputTo(json, jsonNote).document({ [other]: one });
        outputTo(json, jsonNote).jsonNote({ error: one });
        assert.doesNotMatch(json.text + jsonNote.text, executed);
        assert.deepEqual(JSON.parse(json.text), JSON.parse(redact(JSON.stringify({ [other]: one }))));
      }),
    );
  });

  it('keeps the commands of a pipeline readable', () => {
    const stdout = new Pipe();
    outputTo(stdout, new Pipe()).lines(['::set-output name=x::y', 'a ##vso[task.complete]b']);
    assert.equal(stdout.text, ': :set-output name=x::y\na ##vso [task.complete]b\n');
  });

  it('prints neither secrets nor control characters, even if a cell is truncated', () => {
    const [stdout, stderr] = [new Terminal(), new Terminal()];
    const output = outputTo(stdout, stderr);
    output.table([[`${'x'.repeat(33)} secret-token`, 'a\u001b[31mb\u202e']]);
    output.lines(['  kept\u0007 indentation of secret-token']);
    output.document({ name: 'secret-token\u001b\u009b\u2028\u202e' });
    output.note('secret-token\u0000\nsecond');
    output.jsonNote({ error: '\u0085secret-token' });
    const text = stdout.text + stderr.text;
    assert.ok(!text.includes('secret'), text);
    assert.deepEqual(text.match(/(?!\n)[\p{Cc}\u2028\u202e]/gu), null);
    assert.match(text, /^ {2}kept {2}indentation of •••$/m);
    assert.match(text, /•••\\u001b\\u009b\\u2028\\u202e/);
  });
});

describe('the colors of statuses', () => {
  const rows = [
    ['ID', 'Status'],
    ['1', { text: 'failed', color: 'red' as const }],
    ['2', 'idle'],
  ];

  it('change neither the widths nor the text of a table', () => {
    const stdout = new Terminal();
    const parts = { stdout, stderr: stdout, format: 'table' as const, redact: (text: string) => text };
    new Output({ ...parts, hasColors: true }).table(rows);
    const colored = stdout.text;
    assert.equal(colored, 'ID  Status\n1   \u001b[31mfailed\u001b[39m\n2   idle\n');
    stdout.text = '';
    new Output(parts).table(rows);
    assert.equal(stdout.text, stripVTControlCharacters(colored));
  });

  it('are for terminals, unless NO_COLOR or FORCE_COLOR says otherwise', () => {
    const cases = [
      [{}, true, false],
      [{ NO_COLOR: '1' }, false, false],
      [{ NO_COLOR: '' }, true, false],
      [{ TERM: 'dumb' }, false, false],
      [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
      [{ FORCE_COLOR: '0' }, false, false],
    ] as const;
    for (const [environment, inTerminal, inPipe] of cases)
      assert.deepEqual(
        [hasColors({ isTTY: true }, environment), hasColors({}, environment)],
        [inTerminal, inPipe],
        JSON.stringify(environment),
      );
  });
});
