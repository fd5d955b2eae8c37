import type { Activate } from '../../workbench/platform/activation/activate.ts';
import { watchedKeyPrefix } from './vscode/watchedKey.ts';

/** Watched jobs are polled even while no view is open. */
export const wakeForWatched: Activate = ({ workspaceState, globalState }, load) => {
  // A folder may have some from before they belonged to the user.
  const keys = [...globalState.keys(), ...workspaceState.keys()];
  if (keys.some(key => key.startsWith(watchedKeyPrefix))) void load();
};
