import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { outFolder } from '../../scripts/paths.ts';
import { delay } from '../../src/base/delay.ts';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { addServer, requestsOf } from '../ui/support/demoFleet.ts';
import { Session } from '../ui/support/session.ts';
import { literal } from '../ui/support/tree.ts';
import { until } from '../ui/support/until.ts';
import { isUnfinished } from './roundFolder.ts';

/** VS Code writes its backup of unsaved text one second after it was typed. */
const backupMs = 1_500;

/** Repeatedly kills a real VS Code in the middle of a run and with unsaved text in an editor. */
export async function killRealWindows(rounds: number, random: () => number): Promise<void> {
  const server = await startDemoServer({ jobs: 30, pace: 'still', token: 'test-token-1234567890' });
  const session = await Session.open({
    keepsSecrets: true,
    settings: { 'workbench.editorAssociations': { '*.job.json': 'default' } },
  });
  try {
    await addServer(session.workbench, server, 'Fleet');
    for (let round = 0; round < rounds; round++) {
      const ms = Math.floor(100 + random() * 1_000);
      const cameBack = await realRound(session, server, { round, ms });
      console.log(`VS Code killed ${ms} ms into a run, round ${round + 1}: ${cameBack}`);
    }
  } catch (error) {
    const path = join(outFolder, 'failures', 'interruptions.png');
    await session.page.screenshot({ path });
    console.error(`what it looked like: ${path}`);
    throw error;
  } finally {
    await session.close();
    await server.close();
  }
}

/** Disables most of the jobs, or enables them again. Resolves with a description of what was restored. */
async function realRound(
  session: Session,
  server: DemoServer,
  { round, ms }: { round: number; ms: number },
): Promise<string> {
  const enabled = [...server.world.jobs.all()].filter(job => job.enabled !== false);
  const wanted = enabled.length < server.world.jobs.size / 2;
  const draft = `Draft ${round}`;
  const job = [...server.world.jobs.all()][round % 10];
  assert.ok(job);
  await openAndType(session, job.name, draft);
  await delay(backupMs);
  const before = requestsOf(server, 'job.update').length;
  server.settings.latencyMs = 80;
  await session.workbench.runCommand(`Device Automation Jobs: ${wanted ? 'Enable' : 'Disable'}`);
  await session.page.locator('.quick-input-header').getByRole('checkbox').first().click();
  await session.workbench.pick();
  const action = wanted ? 'Enable' : 'Disable';
  await session.workbench.dialogButton(action);
  await delay(ms);
  await session.crash();
  server.settings.latencyMs = 0;
  const sent = requestsOf(server, 'job.update').length - before;

  const line = session.page.locator('.monaco-editor .view-line').first();
  await line.waitFor();
  assert.match(await session.workbench.editorText(), new RegExp(`"${draft}"`), 'the unsaved text is back');
  await session.workbench.openView('Jobs');
  const runs = await runsOf(session);
  if (runs > 0) {
    const left = [...server.world.jobs.all()].filter(({ enabled }) => enabled !== wanted).length;
    await session.workbench.notifications.clickButton('was interrupted', 'Do the Rest…');
    if (left > 1) await session.workbench.dialogButton(action);
    await until(
      async () => [...server.world.jobs.all()].filter(({ enabled }) => enabled !== wanted).length,
      count => count === 0,
    );
  } else {
    const open = [...server.world.jobs.all()].filter(({ enabled }) => enabled !== wanted).length;
    assert.ok(sent === 0 || open === 0, `${open} jobs were left out, and nothing reports that`);
  }
  const paths = requestsOf(server, 'job.update')
    .slice(before)
    .map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length, 'nothing was sent twice');
  await session.workbench.saveActiveEditor();
  assert.equal(job.name, draft, 'what was typed before the crash is saved after it');
  await session.page.keyboard.press('ControlOrMeta+K');
  await session.page.keyboard.press('ControlOrMeta+W');
  await session.workbench.editors.tab(/./).first().waitFor({ state: 'detached' });
  return `${sent} of the run were sent before, ${runs > 0 ? 'the rest was reported' : 'nothing was left'}; the text was back`;
}

async function openAndType(session: Session, name: string, draft: string): Promise<void> {
  const { workbench, page } = session;
  await workbench.openView('Jobs');
  const row = await workbench.scrollToRow(new RegExp(`^${literal(name)}, `), 'Jobs');
  await workbench.contextMenu(row, 'Open');
  await page.locator('.monaco-editor .view-line').first().waitFor();
  const text = await workbench.editorText();
  await workbench.setEditorText(text.replace(/"name": ".*"/, `"name": "${draft}"`));
  await workbench.editors.activeTab().and(page.locator('.dirty')).waitFor();
}

async function runsOf(session: Session): Promise<number> {
  const storage = join(session.folder, 'profile', 'data', 'User', 'globalStorage');
  const names = await readdir(join(storage, 'device-automation.device-automation', 'runs')).catch(() => []);
  return names.filter(isUnfinished).length;
}
