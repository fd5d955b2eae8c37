import { startDemo } from './contrib/demo/activate.ts';
import { findExportedFiles } from './contrib/files/vscode/exportedFiles.ts';
import { acceptLinks } from './contrib/links/activate.ts';
import { wakeForWatched } from './contrib/watching/activate.ts';
import type { Activate } from './workbench/platform/activation/activate.ts';

/** What contributions do before anything is loaded. */
export const activations: readonly Activate[] = [startDemo, findExportedFiles, acceptLinks, wakeForWatched];
