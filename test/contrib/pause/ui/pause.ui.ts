import assert from 'node:assert/strict';
import { useDemoFleet } from '../../../ui/support/demoFleet.ts';
import { literal, viewPane } from '../../../ui/support/tree.ts';
import { until } from '../../../ui/support/until.ts';
import { useVSCode } from '../../../ui/support/useVSCode.ts';

const daily = 'DTSTART:20260104T010000Z\nRRULE:FREQ=DAILY';
const jobsView = 'Задания';

describe('a pause in Russian', () => {
  const vscode = useVSCode({ locale: 'ru' });
  const fleet = useDemoFleet({ jobs: 12, groups: 3, devices: 20 });

  it('is in the menu of jobs, is previewed, shows in the row and the form, and ends again', async () => {
    const { workbench, page } = vscode;
    const { input, widget } = workbench.quickInput;
    const [first, second, third] = fleet.server.world.jobs.all();
    assert.ok(first && second && third);
    for (const job of [first, second, third])
      Object.assign(job, { params: daily, enabled: true, run_on_start: job === second });
    const pane = await workbench.openView(jobsView);
    await pane.getByRole('button', { name: 'Добавить сервер' }).click();
    for (const text of [fleet.server.url, 'Fleet', fleet.server.token]) await workbench.submitInput(text);
    const row = (name: string) => workbench.treeRow(new RegExp(`^${literal(name)}[ ,]`), jobsView).first();
    await row(first.name).click();
    await row(third.name).click({ modifiers: ['Shift'] });
    await workbench.contextMenu(row(first.name), 'Расписание', 'Поставить на паузу до…');
    await widget.getByText('До завтрашнего утра').waitFor();
    await workbench.screenshot('pause-usual-ru');
    await input.fill('до 9 января: инвентаризация');
    await widget.getByText(/^Пауза до 9 янв\..*: инвентаризация$/).waitFor();
    await input.press('Enter');
    await widget.getByText(/инвентаризация, на «Fleet»$/).waitFor();
    await workbench.screenshot('pause-review-ru');
    await page.keyboard.press('Enter');
    await until(
      async () => [first, second, third].map(({ params }) => params === daily).join(),
      unchanged => unchanged === 'false,true,false',
    );
    await viewPane(page, jobsView)
      .getByText(/на паузе до 9 янв\..*: инвентаризация/)
      .first()
      .waitFor();
    await workbench.screenshot('pause-rows-ru');
    await workbench.clearSelection(jobsView);
    await workbench.contextMenu(row(first.name), 'Расписание', 'Снять с паузы');
    await widget.getByText('Снять с паузы, на «Fleet»').waitFor();
    await page.keyboard.press('Enter');
    await until(
      async () => first.params,
      params => params === daily,
    );
    assert.notEqual(third.params, daily);
  });
});
