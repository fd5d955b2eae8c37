import { ensureBrowser } from './browser.ts';
import { downloadDesktop, findDesktop } from './desktop.ts';
import { canHaveDisplay } from './display.ts';
import { ensureBrowserHost } from './installHost.ts';
import type { LaunchTarget } from './launchOptions.ts';
import { isAtLeast, newest, type VersionToTest } from './versions.ts';

export interface TestTarget {
  readonly launch: LaunchTarget;
  /** The release of the VS Code that was found. */
  readonly version: string;
  readonly description: string;
}

/**
 * The VS Code for the extension tests of one version: a desktop one where that can run, otherwise the browser-hosted
 * one. DEVICE_AUTOMATION_VSCODE=browser skips the search for a desktop one.
 */
export async function findTestTarget(version: VersionToTest): Promise<TestTarget> {
  if (canHaveDisplay() && process.env['DEVICE_AUTOMATION_VSCODE'] !== 'browser') {
    const installed = findDesktop();
    const desktop =
      installed && isThisVersion(installed.version, version)
        ? installed
        : await downloadDesktop(version.release);
    if (desktop) {
      const { executable, name } = desktop;
      return {
        launch: { kind: 'desktop', executable },
        version: desktop.version,
        description: `${name} ${desktop.version} (desktop, ${executable})`,
      };
    }
  }
  const host = await ensureBrowserHost(version);
  const browser = await ensureBrowser();
  return {
    launch: { kind: 'browser', version: version.id },
    version: version.release,
    description: `VS Code ${version.release} in a browser (code-server, Node ${host.version.node}), shown by ${browser.name}`,
  };
}

/** An installed VS Code counts as the newest version if it is at least as new. */
function isThisVersion(installed: string, version: VersionToTest): boolean {
  if (version === newest) return isAtLeast(installed, version.id);
  return installed.split('.').slice(0, 2).join('.') === version.id;
}
