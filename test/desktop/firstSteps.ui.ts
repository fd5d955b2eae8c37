// npm run test:desktop: needs a desktop VS Code, which `DEVICE_AUTOMATION_DESKTOP` may name.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resolveCliArgsFromVSCodeExecutablePath } from '@vscode/test-electron';
import { type ElectronApplication, _electron as electron } from 'playwright-core';
import { cleanEnvironment } from '../../scripts/cleanEnvironment.ts';
import { outFolder } from '../../scripts/paths.ts';
import { testPackage } from '../../scripts/testPackage.ts';
import { downloadDesktop, findDesktop } from '../../scripts/vscode/desktop.ts';
import { type Display, openTestDisplay } from '../../scripts/vscode/display.ts';
import { testSettings, userSettings, writeUserSettings } from '../../scripts/vscode/userSettings.ts';
import { newest } from '../../scripts/vscode/versions.ts';
import { useDemoFleet } from '../ui/support/demoFleet.ts';
import { takeFirstSteps } from '../ui/support/firstSteps.ts';
import { Workbench } from '../ui/support/workbench.ts';

const startLimitMs = 90_000;
const actionLimitMs = 60_000;

describe('a new user of a desktop VS Code', () => {
  const fleet = useDemoFleet({ jobs: 30, groups: 4 });
  let folder: string;
  let display: Display | undefined;
  let vscode: ElectronApplication | undefined;

  before('start VS Code with the packaged extension', async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-desktop-'));
    const executable = await desktopExecutable();
    display = await openTestDisplay();
    const env = environment(display);
    const profile = [
      `--user-data-dir=${join(folder, 'data')}`,
      `--extensions-dir=${join(folder, 'extensions')}`,
    ];
    await install(executable, profile, env);
    await writeUserSettings(
      join(folder, 'data'),
      userSettings('light', { ...testSettings, 'security.workspace.trust.enabled': false }),
    );
    await mkdir(join(folder, 'workspace'));
    const args = [...profile, '--no-sandbox', '--skip-welcome', '--skip-release-notes', '--disable-updates'];
    vscode = await electron.launch({
      executablePath: executable,
      args: [...args, '--password-store=basic', '--use-inmemory-secretstorage', join(folder, 'workspace')],
      env,
    });
  });

  after('end VS Code', async () => {
    await vscode?.close();
    display?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('connects, sees the jobs, opens one and stops it', async () => {
    const page = await vscode?.firstWindow();
    if (page === undefined) throw new Error('VS Code has no window');
    page.setDefaultTimeout(actionLimitMs);
    const workbench = new Workbench(page);
    try {
      await workbench.waitUntilReady(startLimitMs);
      await takeFirstSteps(workbench, fleet.server);
    } finally {
      await page.screenshot({ path: join(outFolder, 'desktop.png') });
    }
  });
});

async function desktopExecutable(): Promise<string> {
  const given = process.env['DEVICE_AUTOMATION_DESKTOP'];
  const executable =
    given ?? findDesktop()?.executable ?? (await downloadDesktop(newest.release))?.executable;
  if (executable === undefined)
    throw new Error(
      'There is no desktop VS Code here, and none can be downloaded. Set DEVICE_AUTOMATION_DESKTOP to its executable.',
    );
  return executable;
}

function environment(display: Display): Record<string, string> {
  const entries = Object.entries(cleanEnvironment(display.env));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Installs the packaged extension as a user would from a file. */
async function install(
  executable: string,
  profile: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [command = executable, ...args] = resolveCliArgsFromVSCodeExecutablePath(executable, {
    reuseMachineInstall: true,
  });
  const isWindows = process.platform === 'win32';
  await promisify(execFile)(
    isWindows ? `"${command}"` : command,
    [...args, ...profile, '--install-extension', await testPackage()],
    { env, shell: isWindows },
  );
}
