import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { withPlant } from '../commands/support/plant.ts';
import { readTexts } from '../support/manifest.ts';

const { l10n } = await import('../../support/vscode/vscodeFake.ts');
const { filterMessage, filterProblem, filterPrompt, readFilter } = await import(
  '../../../src/views/filterWords.ts'
);

describe('the text of a filter', () => {
  it('contains terms such as statuses after an @, and targets after "has"', () => {
    assert.deepEqual(readFilter(' Night @Executing @failed @other @today has Office #7 @what has'), {
      text: 'Night @Executing @failed @other @today has Office #7 @what has',
      words: ['night', '#7', '@what', 'has'],
      targets: ['office'],
      statuses: ['running', 'failed', 'unknown'],
      terms: ['today'],
    });
    const words = '@queued @executing @succeeded @failed @stopped @idle @other @running @unknown';
    assert.equal(readFilter(words).statuses.length, 9);
    assert.deepEqual(readFilter('@enabled @disabled @week @scheduled @unscheduled').terms, [
      'enabled',
      'disabled',
      'week',
      'scheduled',
      'unscheduled',
    ]);
  });

  it('also accepts the words of VS Code’s language', () => {
    const texts = readTexts('l10n/bundle.l10n.ru.json');
    const translation = mock.method(l10n, 't', (text: string) => texts[text] ?? text);
    try {
      const statuses = '@очередь @Выполняется @успешно @ошибка @остановлено @незапускалось @прочие';
      const terms = '@включено @отключено @сегодня @неделя @расписание @безрасписания';
      for (const has of ['есть', 'has'])
        assert.deepEqual(readFilter(`Ночь ${statuses} @failed ${terms} @week ${has} Склад`), {
          text: `Ночь ${statuses} @failed ${terms} @week ${has} Склад`,
          words: ['ночь'],
          targets: ['склад'],
          statuses: ['queued', 'running', 'succeeded', 'failed', 'stopped', 'idle', 'unknown', 'failed'],
          terms: ['enabled', 'disabled', 'today', 'week', 'scheduled', 'unscheduled', 'week'],
        });
      assert.match(filterPrompt(), /«есть .*@выполняется @ошибка @отключено @сегодня @неделя/);
    } finally {
      translation.mock.restore();
    }
  });

  it('is explained in its input box', () => {
    assert.equal(
      filterPrompt(),
      'Words in the name, #ID, “has Office” for a target, or @executing @failed @disabled @today @week. Leave empty to show all.',
    );
  });
});

describe('the message of a filter', () => {
  const message = (text: string, found: number, given: Parameters<Parameters<typeof withPlant>[0]>[0]) =>
    filterMessage(readFilter(text), found, given.session);

  it('claims no more than was searched', () =>
    withPlant(async given => {
      const { plant, session } = given;
      plant.pageSize = 2;
      for (const id of [1, 2, 3]) plant.jobs.set(id, { name: `Job ${id}`, policies: [1] });
      await session.jobs.refresh();
      assert.equal(message('', 2, given), undefined);
      assert.equal(message('Job', 1, given), 'Filter “Job”: 1 of 2 loaded jobs; not all jobs are loaded.');
      assert.equal(message('Other', 0, given), 'No job of 2 loaded matches “Other”; the server has 3.');
      plant.hidesCount = true;
      await session.jobs.refresh();
      const uncounted = 'No job of 2 loaded matches “Other”; not all jobs are loaded.';
      assert.equal(message('Other', 0, given), uncounted);
      await session.jobs.loadAll();
      assert.equal(message('Job', 3, given), 'Filter “Job”: 3 of 3 jobs.');
      assert.equal(message(' Other  @today ', 0, given), 'No job of 3 matches “Other  @today”.');
    }));

  it('leaves an empty list to the welcome content', () =>
    withPlant(async given => {
      await given.session.jobs.refresh();
      assert.equal(message('Job', 0, given), undefined);
    }));

  it('reports a term that does not exist', () =>
    withPlant(async given => {
      given.plant.jobs.set(1, { name: 'Job', policies: [1] });
      await given.session.jobs.refresh();
      assert.equal(
        message('@enabeld', 0, given),
        'No job of 1 matches “@enabeld”. There is no filter term @enabeld. Did you mean @enabled?',
      );
      assert.equal(
        filterProblem('nightly @Exectuing'),
        'There is no filter term @exectuing. Did you mean @executing?',
      );
      assert.equal(filterProblem('@zzzzzzzz'), 'There is no filter term @zzzzzzzz.');
      for (const text of ['', 'job', 'has @office', '@', 'a@b', '@today @FAILED'])
        assert.equal(filterProblem(text), undefined);
    }));

  it('reports how many statuses are unknown', () =>
    withPlant(async given => {
      const { plant, session } = given;
      for (const id of [1, 2, 3]) plant.jobs.set(id, { name: `Job ${id}`, policies: [1] });
      await session.jobs.refresh();
      await session.statuses.read(1);
      const before = 'No job of 3 matches “@failed”.';
      assert.equal(message('@failed', 0, given), `${before} The status of 2 jobs has not been read yet.`);
      await session.statuses.read(2);
      assert.equal(message('@failed', 0, given), `${before} The status of 1 job has not been read yet.`);
      await session.statuses.read(3);
      assert.equal(message('@failed', 0, given), before);
    }));

  it('counts rows that cannot be read', () =>
    withPlant(async given => {
      given.plant.jobs.set(1, { name: 'Job', policies: 'all' });
      await given.session.jobs.refresh();
      assert.equal(message('Job', 0, given), 'No job of 0 matches “Job”.');
      given.plant.jobs.set(2, { name: 'Job', policies: [1] });
      await given.session.jobs.refresh();
      assert.equal(message('Job', 1, given), 'Filter “Job”: 1 of 1 jobs.');
    }));
});
