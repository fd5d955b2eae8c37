import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { gate, settled } from '../../store/support/fakes.ts';
import { withWindow } from '../../support/vscode/withParts.ts';

const { InputBoxValidationSeverity, ProgressLocation } = await import('../../support/vscode/vscodeFake.ts');
const { vscodeDialogs } = await import('../../../src/workbench/platform/dialogs.ts');

const link = '[x](command:a.b)';
const noLink = '[x] (command:a.b)';

/** Presses the button of this name in each message, and records the messages. */
function messages(pressed: string | undefined) {
  const shown: unknown[][] = [];
  const show =
    (kind: string) =>
    async (...args: readonly unknown[]) => {
      shown.push([kind, ...args]);
      return pressed;
    };
  const parts = {
    showInformationMessage: show('info'),
    showWarningMessage: show('warning'),
    showErrorMessage: show('error'),
  };
  return { shown, parts };
}

describe('a confirmation', () => {
  it('is modal, and accepted only by its button', async () => {
    for (const [pressed, isConfirmed] of [
      ['Delete', true],
      ['Show', false],
      [undefined, false],
    ] as const) {
      const { shown, parts } = messages(pressed);
      await withWindow(parts, async () => {
        const question = { message: `Delete ${link}?`, action: 'Delete' };
        assert.equal(await vscodeDialogs.confirm(question), isConfirmed);
        await vscodeDialogs.confirm({ ...question, detail: 'On 12 devices.' });
      });
      assert.deepEqual(shown, [
        ['warning', `Delete ${noLink}?`, { modal: true }, 'Delete'],
        ['warning', `Delete ${noLink}?`, { modal: true, detail: 'On 12 devices.' }, 'Delete'],
      ]);
    }
  });
});

describe('a message', () => {
  it('has its severity and its buttons, and no links from the server', async () => {
    const { shown, parts } = messages('Show');
    await withWindow(parts, async () => {
      assert.equal(await vscodeDialogs.info(link, 'Show'), 'Show');
      assert.equal(await vscodeDialogs.warn(link, 'Show', 'Undo'), 'Show');
      assert.equal(await vscodeDialogs.error(link), 'Show');
    });
    assert.deepEqual(shown, [
      ['info', noLink, 'Show'],
      ['warning', noLink, 'Show', 'Undo'],
      ['error', noLink],
    ]);
  });
});

describe('an input box', () => {
  it('shows why a text is invalid, or else the form in which it will be stored', async () => {
    let options: object = {};
    const showInputBox = async (given: object) => {
      options = given;
      return 'typed';
    };
    const typed: string[] = [];
    await withWindow({ showInputBox }, async () => {
      const question = {
        title: 'Rename',
        prompt: `Name of ${link}`,
        value: 'Old',
        validate: (text: string) => (text === '' ? `${link} is empty.` : undefined),
        hint: (text: string) => (text.endsWith(' ') ? 'Stored without the space.' : undefined),
        onTyped: (text: string) => typed.push(text),
      };
      assert.equal(await vscodeDialogs.input(question), 'typed');
      const validate: (text: string) => unknown = Reflect.get(options, 'validateInput');
      assert.deepEqual(validate(''), {
        message: `${noLink} is empty.`,
        severity: InputBoxValidationSeverity.Error,
      });
      assert.deepEqual(validate('New '), {
        message: 'Stored without the space.',
        severity: InputBoxValidationSeverity.Info,
      });
      assert.equal(validate('New'), undefined);
    });
    assert.deepEqual(typed, ['', 'New ', 'New']);
    assert.equal(Reflect.get(options, 'prompt'), `Name of ${noLink}`);
  });
});

describe('a list to choose from', () => {
  const choices = [
    { value: '1', label: '$(bug) One' },
    { value: '2', label: 'Two' },
  ];
  const labels = (lines: readonly { readonly label: string }[]) => lines.map(({ label }) => label);

  it('resolves with the value of the chosen line', async () => {
    const shown: unknown[] = [];
    let chosen: number | undefined = 1;
    const showQuickPick = async (lines: typeof choices, options: object) => {
      shown.push(labels(lines), options);
      return chosen === undefined ? undefined : lines[chosen];
    };
    await withWindow({ showQuickPick }, async () => {
      assert.equal(await vscodeDialogs.pick('Server', choices), '2');
      chosen = undefined;
      assert.equal(await vscodeDialogs.pick('Server', choices), undefined);
    });
    assert.deepEqual(shown.slice(0, 2), [
      ['\\$(bug) One', 'Two'],
      { title: 'Server', matchOnDescription: true },
    ]);
  });

  it('is not taken by Enter if several can be ticked and none is, which is said', async () => {
    const { shown, parts } = messages(undefined);
    await withWindow({ ...parts, showQuickPick: async () => [] }, async () =>
      assert.deepEqual(await vscodeDialogs.pickMany('Groups', choices), []),
    );
    assert.match(String(shown[0]?.[1]), /^Nothing was selected\./);
  });
});

describe('progress', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** Records progress notifications; the last one can be canceled. */
  function notifications() {
    const shown: object[] = [];
    const reports: object[] = [];
    const open = { count: 0, cancel: (): unknown => undefined };
    const withProgress = async (
      options: object,
      run: (progress: object, token: object) => Promise<unknown>,
    ): Promise<void> => {
      shown.push(options);
      open.count += 1;
      await run(
        { report: (message: object) => reports.push(message) },
        { onCancellationRequested: (cancel: () => unknown) => (open.cancel = cancel) },
      );
      open.count -= 1;
    };
    return { shown, reports, open, parts: { withProgress } };
  }

  it('is shown for longer work until it ends, with the reported steps', async () => {
    const { shown, reports, open, parts } = notifications();
    await withWindow(parts, async () => {
      const work = gate<string>();
      let report = (_message: string): void => undefined;
      const result = vscodeDialogs.progress(`Loading ${link}`, given => {
        report = given;
        return work.promise;
      });
      mock.timers.tick(300);
      await settled();
      assert.deepEqual(shown, [
        { location: ProgressLocation.Notification, title: `Loading ${noLink}`, cancellable: true },
      ]);
      report(`1 of ${link}`);
      assert.deepEqual(reports, [{ message: `1 of ${noLink}` }]);
      assert.equal(open.count, 1);
      work.open('loaded');
      assert.equal(await result, 'loaded');
      assert.equal(open.count, 0);
    });
  });

  it('cancels the work, and closes when the work has ended', async () => {
    const { open, parts } = notifications();
    await withWindow(parts, async () => {
      const work = gate<string>();
      let signal = new AbortController().signal;
      const result = vscodeDialogs.progress('Loading', (_, given) => {
        signal = given;
        return work.promise;
      });
      mock.timers.tick(300);
      await settled();
      assert.equal(signal.aborted, false);
      open.cancel();
      assert.deepEqual([signal.aborted, open.count], [true, 1]);
      work.fail(new Error('canceled'));
      await assert.rejects(result, /canceled/);
      assert.equal(open.count, 0);
    });
  });
});
