import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { failureText } from '../../src/cli/failure.ts';
import { localizerFor } from '../../src/cli/program.ts';
import { commandNamed, commandNames, table } from './support/commandTable.ts';
import { withShell } from './support/shell.ts';

/** What the commands need besides a path. */
const operands: Readonly<Record<string, readonly string[]>> = {
  // Into the current folder.
  export: ['--dry-run'],
  get: ['job', '1'],
  wait: ['1', '--timeout=0'],
  enable: ['1'],
  disable: ['1'],
  stop: ['1', '--no-wait'],
  delete: ['job', '2'],
  observe: ['--once'],
};
/** Whose operand is a path. */
const withPath = commandNames.filter(name => /\b(FOLDER|PLAN)\b/.test(commandNamed(name).operands));
const pathOptions = [...table.options].flatMap(([name, { value = '' }]) =>
  /^(FILE|FOLDER)$/.test(value) ? [name] : [],
);
/** A server of tools reads its standard input until a client closes it. */
const services: readonly string[] = ['mcp'];

/** The paths that nobody means, below a folder with a file, a folder and a loop of links. */
async function wrongPaths(folder: string): Promise<readonly string[]> {
  await writeFile(join(folder, 'file'), 'x');
  await mkdir(join(folder, 'folder'));
  await symlink('loop', join(folder, 'loop'));
  const long = 'x'.repeat(300);
  const names = ['none/none', 'file', 'file/below', 'folder', 'loop', long];
  return [...names.map(name => join(folder, name)), '/proc/version/below'];
}

describe('a path that cannot be used', function () {
  this.timeout(120_000);

  it('leads to a sentence about it for every command and option that takes one', () =>
    withShell(async ({ run, addJob, folder }) => {
      addJob({ name: 'Nightly' });
      addJob({ name: 'Old' });
      const paths = await wrongPaths(folder);
      const lines = commandNames
        .filter(name => !services.includes(name))
        .flatMap(name => {
          const own = pathOptions.filter(option => Object.hasOwn(commandNamed(name).options, option));
          const passed = own.map(option => (path: string) => [
            name,
            ...(operands[name] ?? []),
            `--${option}=${path}`,
          ]);
          return withPath.includes(name) ? [...passed, (path: string) => [name, path]] : passed;
        });
      assert.ok(lines.length > 10, 'options with paths');
      for (const lineOf of lines) {
        for (const path of paths) {
          const args = lineOf(path);
          const { code, stderr, stdout } = await run(args);
          const shown = `${args.join(' ')}: ${code} ${stderr}`;
          assert.doesNotMatch(stderr + stdout, /Unexpected error|Error:|undefined/, shown);
          if (code === 1) assert.match(stderr + stdout, /\S/, shown);
        }
      }
    }));
});

describe('an error of a file system', () => {
  const codes = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];
  const errorOf = (facts: object) => Object.assign(new Error('E'), facts);

  it('is told with the path and what to do, in the language of the user', async () => {
    for (const code of [...codes, 'EIO', 'ELOOP', 'ENAMETOOLONG', 'EMFILE']) {
      const error = errorOf({ code, syscall: 'open', path: '/srv/plant' });
      const english = failureText(error, '', englishLocalizer);
      assert.match(english, /“\/srv\/plant”.*\. (Check|Change|Pass|Free) .*\.$/, code);
      assert.match(
        failureText(error, '', await localizerFor({ LANG: 'ru' })),
        /«\/srv\/plant».*[а-я]\.$/,
        code,
      );
    }
  });

  it('names the option if there is no home folder', () => {
    const error = errorOf({ code: 'ERR_SYSTEM_ERROR', syscall: 'uv_os_homedir' });
    assert.match(
      failureText(error, '', englishLocalizer),
      /no home folder\. Pass a writable folder with --state-dir\./,
    );
  });
});

it('An error that is no fault of a path or a server is unexpected', () => {
  assert.equal(failureText(new TypeError('x'), '', englishLocalizer), 'Unexpected error: x');
});
