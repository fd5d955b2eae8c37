import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../../support/vscode/vscodeInNode.ts';
import type { Unread } from '../../../../src/workbench/platform/memory.ts';
import { FakeMemento } from '../../../support/vscode/fakeMemento.ts';

const { documentEvents, JsonFile, user } = await import('../../../support/vscode/vscodeFake.ts');
const { Memory } = await import('../../../../src/workbench/platform/memory.ts');

/** The user's settings and a window's stored state, for one test. */
export async function withSettings(
  given: Readonly<Record<string, unknown>>,
  use: (parts: ReturnType<typeof createParts>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'da-servers-'));
  user.settings = new JsonFile(join(folder, 'settings.json'));
  for (const [name, value] of Object.entries(given)) user.settings.values.set(name, value);
  try {
    await use(createParts());
  } finally {
    user.settings = new JsonFile();
    rmSync(folder, { recursive: true });
  }
}

function createParts() {
  const memento = new FakeMemento();
  const unread: Unread[] = [];
  const fail = (error: unknown) => assert.fail(String(error));
  const memory = new Memory(memento, found => unread.push(found), fail);
  /** Changes a setting, as another program or the user would. */
  const configure = (name: string, value: unknown) => {
    user.settings.values.set(name, value);
    const affectsConfiguration = (section: string) => name === section || name.startsWith(`${section}.`);
    documentEvents.configured.fire({ affectsConfiguration });
  };
  const setting = (name: string): unknown => user.settings.values.get(name);
  return { memento, memory, unread, fail, configure, setting };
}
