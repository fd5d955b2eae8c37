import * as laterModule from '../../src/app/later.ts';
import { createApp } from '../../src/app.ts';

/** The extension as it is once it has loaded all of itself; `vscode` must have its stand-in before this is loaded. */
export function createWholeApp(...args: Parameters<typeof createApp>) {
  const app = createApp(...args);
  return { ...app, ...app.attach(laterModule) };
}

export type WholeApp = ReturnType<typeof createWholeApp>;
