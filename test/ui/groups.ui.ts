import assert from 'node:assert/strict';
import { requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { literal } from './support/tree.ts';
import { useVSCode } from './support/useVSCode.ts';

const jsonEditors = { 'workbench.editorAssociations': { '*.group.json': 'default' } };

describe('groups of a server that returns no IDs, in Russian', () => {
  const vscode = useVSCode({ extension: 'package', locale: 'ru', theme: 'dark', settings: jsonEditors });
  const fleet = useDemoFleet({ jobs: 20, groups: 6, statusWords: 'ru' });

  it('explains every step of adding a server in Russian', async () => {
    const { workbench } = vscode;
    const jobs = await workbench.openView('Задания');
    await jobs.getByRole('button', { name: 'Добавить сервер' }).waitFor();
    await workbench.screenshot('groups-welcome-ru-dark');
    await jobs.getByRole('button', { name: 'Добавить сервер' }).click();
    await workbench.submitInput(fleet.server.url);
    await workbench.submitInput('Парк');
    await workbench.quickInput.widget.getByText(/rude token create/).waitFor();
    await workbench.screenshot('groups-token-ru-dark');
    await workbench.submitInput(fleet.server.token);
    await workbench.treeRow(/^Парк/, 'Серверы').waitFor();
  });

  it('counts devices with the right plural and shows their status', async () => {
    const { workbench } = vscode;
    const group = groupAt(4);
    const row = workbench.treeRow(new RegExp(`^${literal(group.name)}[ ,]`), 'Группы').first();
    await row.waitFor();
    const label = (await row.getAttribute('aria-label')) ?? '';
    assert.match(label, /не в сети \d+\/\d+|\d+ (устройство|устройства|устройств)/);
    await workbench.expand(row);
    await workbench.screenshot('groups-ru-dark');
  });

  it('searches for the ID before it opens a group, and saves with PATCH', async () => {
    const { workbench } = vscode;
    const group = groupAt(4);
    const row = workbench.treeRow(new RegExp(`^${literal(group.name)}[ ,]`), 'Группы').first();
    await workbench.contextMenu(row, 'Открыть');
    await workbench.notifications.clickButton('не возвращает', 'Найти ID всех групп');
    await vscode.page.locator('.monaco-editor .view-line').first().waitFor();
    const text = await workbench.editorText();
    await workbench.setEditorText(text.replace(JSON.stringify(group.name), '"Переименована"'));
    await workbench.saveActiveEditor();
    assert.equal(group.name, 'Переименована');
    assert.equal(requestsOf(fleet.server, 'group.replace').length, 0);
    await workbench.treeRow(/^Переименована/, 'Группы').waitFor();
  });

  it('writes nothing when the ID belongs to a group other than the one shown', async () => {
    const { workbench, page } = vscode;
    const group = groupAt(4);
    const text = await workbench.editorText();
    await workbench.setEditorText(text.replace('"Переименована"', '"Опять"'));
    group.dn = 'CN=quite another group';
    group.name = 'Чужая';
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.notifications.waitFor(/Чужая/);
    assert.equal(group.name, 'Чужая');
    await page.keyboard.press('Escape');
  });

  function groupAt(index: number) {
    const group = [...fleet.server.world.groups.all()][index];
    assert.ok(group);
    return group;
  }
});
