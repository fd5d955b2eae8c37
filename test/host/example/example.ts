// An extension that uses the API of Device Automation, as docs/agents.md shows it. In another repository, the types come
// from a copy of dist/deviceAutomation.d.ts.
import * as vscode from 'vscode';
import type {
  Change,
  DeviceAutomation,
  DeviceAutomationApi,
} from '../../../src/platform/offered/extensionApi.ts';

/** For the test that runs this extension. */
export interface Example {
  readonly api: DeviceAutomationApi;
  readonly changes: readonly Change[];
  /** The enabled jobs of the active server that run next, soonest first. */
  soonest(count: number): Promise<readonly { readonly name: string; readonly at: Date }[]>;
}

export async function activate(context: vscode.ExtensionContext): Promise<Example> {
  const extension = vscode.extensions.getExtension<DeviceAutomation>('device-automation.device-automation');
  const api = (await extension?.activate())?.getAPI(1);
  if (api === undefined) throw new Error('Device Automation is not installed.');
  const changes: Change[] = [];
  context.subscriptions.push(api.onDidChange(change => void changes.push(change)));
  return {
    api,
    changes,
    async soonest(count) {
      const active = (await api.getServers()).find(({ isActive }) => isActive);
      if (active === undefined) return [];
      const next = (await api.getJobs(active.id)).map(async ({ id, name }) => {
        const [at] = await api.getNextRuns(active.id, id, 1);
        return at === undefined ? [] : [{ name, at }];
      });
      const runs = (await Promise.all(next)).flat();
      return runs.sort((one, other) => one.at.getTime() - other.at.getTime()).slice(0, count);
    },
  };
}
