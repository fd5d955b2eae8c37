import type { Activate } from '../../workbench/platform/activation/activate.ts';
import { watchedKeyPrefix } from './vscode/watchedKey.ts';

/** Watched jobs are polled even while no view is open. */
export const wakeForWatched: Activate = ({ workspaceState }, load) => {
  if (workspaceState.keys().some(key => key.startsWith(watchedKeyPrefix))) void load();
};
