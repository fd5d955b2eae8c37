import { createApp } from '../../src/app.ts';
import * as laterModule from '../../src/later.ts';

/** The extension once all of it has loaded; `vscode` must already be replaced by its fake when this is loaded. */
export function createWholeApp(...args: Parameters<typeof createApp>) {
  const app = createApp(...args);
  return { ...app, ...app.attach(laterModule), resume: app.resume };
}

export type WholeApp = ReturnType<typeof createWholeApp>;
