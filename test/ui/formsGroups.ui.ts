import assert from 'node:assert/strict';
import type { GroupRecord } from '../../src/contrib/demo/server/world.ts';
import { assertAria } from './support/ariaSnapshot.ts';
import { axeFindings } from './support/axe.ts';
import { requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { focusWalk } from './support/focusWalk.ts';
import { FormPage } from './support/formPage.ts';
import { literal } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('forms in Russian, on a server that returns no group IDs', () => {
  const vscode = useVSCode({ extension: 'package', locale: 'ru' });
  const fleet = useDemoFleet({ jobs: 4, groups: 6, manner: 'django' });
  let form: FormPage;

  before('connect', async () => {
    const { workbench } = vscode;
    const jobs = await workbench.openView('Задания');
    await jobs.getByRole('button', { name: 'Добавить сервер' }).click();
    for (const value of [fleet.server.url, 'Парк', fleet.server.token]) await workbench.submitInput(value);
    await workbench.treeRow(/^Парк/, 'Серверы').waitFor();
    form = new FormPage(workbench);
  });

  it('create a group, and leave its empty DN to the server', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: Новая группа');
    await form.paste('Устройства', `${hostName(1)}\n${hostName(2)}\nnobody-knows-me`);
    await form.picker('Устройства').getByText('Добавлено 3 устройства.').waitFor();
    await form.frame.getByText('У группы должно быть имя.', { exact: true }).waitFor();
    await form.text('Имя').fill('Из формы');
    await form.chosen('Устройства').filter({ hasText: 'nobody-knows-me' }).getByText('неизвестно').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await form.frame.getByText('Не сохранено. Исправьте поле: Устройства.').waitFor();
    await form.frame.getByText('Device "nobody-knows-me" not found.', { exact: true }).waitFor();
    await workbench.screenshot('forms-group-ru-light');
    await form.select(form.chosen('Устройства').filter({ hasText: 'nobody-knows-me' }));
    await page.keyboard.press('Delete');
    await form.chosen('Устройства').nth(2).waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.editors.tab(/^Новая группа/).waitFor({ state: 'detached' });
    const group = groupNamed('Из формы');
    assert.equal(group.server_set.length, 2);
    assert.match(group.dn, /^CN=Из формы/, 'the server made the dn');
    await workbench.notifications.waitFor(
      `Группа «Из формы» создана на «Парк». Её идентификатор: ${group.id}.`,
    );
    await form.frame.getByText(`Группа #${group.id} на сервере Парк`).waitFor();
    await until(
      () => form.text('Различающееся имя (DN)').inputValue(),
      dn => dn === group.dn,
    );
    await workbench.screenshot('forms-group-created-ru-light');
    await assertAria(form.frame.locator('body'), 'group-ru');
  });

  it('have no axe violation in a group, and show the focus on everything that Tab reaches', async () => {
    assert.deepEqual(await axeFindings(form.frame), []);
    await form.text('Имя').focus();
    const { names, unseen } = await focusWalk(vscode.page, form.frame);
    assert.deepEqual(unseen, []);
    for (const id of ['field-name', 'field-server_set'])
      assert.ok(
        names.some(name => name.includes(`#${id}`)),
        `${id} is not among ${names.join(', ')}`,
      );
  });

  it('warn only when saving would overwrite other people’s changes to the list of devices', async () => {
    const { workbench, page } = vscode;
    const group = groupAt(4);
    const row = workbench.treeRow(new RegExp(`^${literal(group.name)}[ ,]`), 'Группы').first();
    await workbench.contextMenu(row, 'Открыть');
    // Until then, the form of the previous group is shown.
    await form.frame.getByText(`Группа #${group.id} на сервере Парк`).waitFor();
    await form.add('Устройства', hostName(7));
    assert.equal(await form.frame.getByText('изменили на сервере').isVisible(), false);
    group.server_set = [...group.server_set, deviceId(8)];
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.dialog('на сервере изменились поля: Устройства.').waitFor();
    await workbench.screenshot('forms-group-question-ru-light');
    await workbench.dialogButton('Cancel');
    await form.frame.getByText('добавлено: 1, удалено: 0').waitFor();
    await workbench.screenshot('forms-group-conflict-ru-light');
    await form.button('Использовать версию сервера').click();
    await form.status('Сохранено.').waitFor();
    await form.select(form.chosen('Устройства').first());
    await page.keyboard.press('End');
    await form
      .chosen('Устройства')
      .filter({ hasText: hostName(8) })
      .waitFor();
    assert.equal(requestsOf(fleet.server, 'group.update').length, 0);
    assert.equal(requestsOf(fleet.server, 'group.replace').length, 0);
  });

  it('create a group whose ID is far from the others, show its row, and search for its ID', async () => {
    const { workbench, page } = vscode;
    const { groups } = fleet.server.world;
    // As if other groups had been created and deleted in the meantime.
    const [first] = groups.all();
    assert.ok(first);
    groups.add({ ...first, id: 300 });
    groups.remove(300);
    await workbench.runCommand('Device Automation: Новая группа');
    // Until then, the form of the previous group is shown.
    await form.frame.getByText('Новая группа на сервере Парк').waitFor();
    await form.text('Имя').fill('Далёкая');
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.notifications.waitFor(/Группа «Далёкая» создана.*не вернул её идентификатор/);
    await workbench
      .treeRow(/^Далёкая/, 'Группы')
      .and(page.locator('.selected'))
      .waitFor();
    await workbench.screenshot('forms-group-without-id-ru-light');
    await workbench.notifications.clickButton('Группа «Далёкая»', 'Найти ID всех групп');
    await form.frame.getByText('Группа #301 на сервере Парк').waitFor();
    await workbench.editors.tab(/^Новая группа/).waitFor({ state: 'detached' });
  });

  it('show the schedule builder and the timeline in Russian', async () => {
    const { workbench } = vscode;
    const [job] = fleet.server.world.jobs.all();
    assert.ok(job);
    const params = 'DTSTART:20261102T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH';
    Object.assign(job, { name: 'Ночное обновление', params, enabled: true });
    await workbench.runCommand('Задания Device Automation: Обновить');
    const row = await workbench.scrollToRow(/^Ночное обновление, /, 'Задания');
    await workbench.inlineAction(row, 'Открыть');
    await form.frame
      .getByText(/^Каждый понедельник и четверг|^По понедельникам и четвергам|^Каждые понедельник/)
      .waitFor();
    await form.frame.getByRole('table', { name: 'Ближайшие запуски' }).waitFor();
    await form.frame.getByLabel('Запускать', { exact: true }).focus();
    await workbench.screenshot('builder-ru');
    const toggles = form.frame.getByRole('group', { name: 'По дням недели' }).getByRole('button');
    assert.equal((await toggles.allTextContents()).join(' '), 'пн вт ср чт пт сб вс');
    await form.unfold('Текст');
    await form
      .text('Расписание')
      .fill('DTSTART:20830106T033000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;BYSETPOS=1');
    await form.frame.getByText(/^Конструктор не может показать/).waitFor();
    await form.frame.getByLabel('Запускать', { exact: true }).selectOption('weekly');
    await form.frame.getByText(/^Каждую среду в 03:30 UTC/).waitFor();
    await workbench.screenshot('builder-replaces-ru');
    await workbench.viewAction('Задания', 'Показать график запусков');
    await workbench
      .webviewFrame()
      .getByRole('heading', { name: /^Парк · / })
      .waitFor();
    await workbench.webviewFrame().getByRole('listbox').getByRole('option').first().waitFor();
    await workbench.screenshot('timeline-ru');
  });

  function groupNamed(name: string): GroupRecord {
    const group = [...fleet.server.world.groups.all()].find(other => other.name === name);
    assert.ok(group);
    return group;
  }

  function groupAt(index: number): GroupRecord {
    const group = fleet.server.world.groups.all()[index];
    assert.ok(group);
    return group;
  }

  /** The host name of a device without a group; the place counts from the end of all devices. */
  function hostName(place: number): string {
    return fleet.server.world.devices.get(deviceId(place))?.hostname ?? '';
  }

  function deviceId(place: number): number {
    const named = fleet.server.world.devices.all().filter(({ hostname }) => hostname !== '');
    const device = named[named.length - place];
    assert.ok(device);
    return device.id;
  }
});
