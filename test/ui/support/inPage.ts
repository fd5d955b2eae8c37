import { join } from 'node:path';
import { build } from 'esbuild';
import type { Frame, FrameLocator } from 'playwright-core';
import { repositoryRoot } from '../../../scripts/paths.ts';

/** Bundled code for pages, because a function that runs in a page cannot use the scope of the test. */
const programs = new Map<string, Promise<string>>();

/** Calls a function inside the page. A file in `test/ui/support/inPage` must export it. */
export async function inPage<Result>(
  page: FrameLocator | Frame,
  [file, name]: readonly [string, string],
  argument: unknown = {},
): Promise<Result> {
  const frame = 'evaluate' in page ? page : await frameOf(page);
  return frame.evaluate<Result>(await pageProgram([file, name], argument));
}

/** The code that calls the function, for a page that does not exist yet. */
export async function pageProgram(
  [file, name]: readonly [string, string],
  argument: unknown = {},
): Promise<string> {
  const program = programs.get(file) ?? bundled(file);
  programs.set(file, program);
  const call = `return program.${name}(${JSON.stringify(argument)});`;
  return `(() => { ${await program} ${call} })()`;
}

async function frameOf(page: FrameLocator): Promise<Frame> {
  const body = await page.locator('body').elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) throw new Error('the page is not there');
  return frame;
}

async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(repositoryRoot, 'test/ui/support/inPage', `${file}.ts`)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'program',
  });
  return outputFiles[0]?.text ?? '';
}
