import { cleanEnvironment } from '../cleanEnvironment.ts';
import { startGroup } from '../processGroup.ts';
import { openTestDisplay } from './display.ts';
import type { Launched } from './launchOptions.ts';

/** Runs extension tests in a desktop VS Code, which accepts the arguments as they are. */
export async function runOnDesktop(
  executable: string,
  args: readonly string[],
  log: (text: string) => void,
): Promise<Launched> {
  const display = await openTestDisplay();
  const group = startGroup({
    command: executable,
    args,
    env: cleanEnvironment(display.env),
    onOutput: log,
  });
  const exitCode = new Promise<number>((resolve, reject) => {
    group.child.once('error', reject);
    group.child.once('exit', code => resolve(code ?? 1));
  });
  return {
    exitCode,
    stop: async () => {
      await group.stop();
      display.close();
    },
  };
}
