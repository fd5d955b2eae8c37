import assert from 'node:assert/strict';
import { withWindow } from '../../support/vscode/withParts.ts';

const { EventEmitter, Uri } = await import('../../support/vscode/vscodeFake.ts');
const { askPath } = await import('../../../src/workbench/platform/pathInput.ts');

class FakeInputBox {
  value = '';
  isDisposed = false;
  readonly #accepted = new EventEmitter<void>();
  readonly #pressed = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidHide = this.#hidden.event;
  readonly #shown: (box: FakeInputBox) => void;
  constructor(shown: (box: FakeInputBox) => void) {
    this.#shown = shown;
  }
  show = () => this.#shown(this);
  press = () => this.#pressed.fire();
  hide = () => this.#hidden.fire();
  enter(text: string): void {
    this.value = text;
    this.#accepted.fire();
  }
  dispose(): void {
    this.isDisposed = true;
    this.hide();
  }
}

/** What comes of it if the user does this with each box in turn, and chooses this file in the dialog. */
async function given(
  acts: readonly ((box: FakeInputBox) => void)[],
  chosen?: InstanceType<typeof Uri>,
): Promise<{ path: string | undefined; values: readonly string[] }> {
  const values: string[] = [];
  const left = [...acts];
  const createInputBox = () =>
    new FakeInputBox(box => {
      values.push(box.value);
      left.shift()?.(box);
    });
  const showOpenDialog = async () => (chosen === undefined ? undefined : [chosen]);
  let path: string | undefined;
  await withWindow({ createInputBox, showOpenDialog }, async () => {
    path = await askPath({ title: 'CA File', prompt: 'Path', value: '/old.pem' });
  });
  return { path, values };
}

describe('the path of a file', () => {
  it('is typed, without the quotes in which Windows copies it', async () => {
    for (const [text, path] of [
      [' ~/ca.pem ', '~/ca.pem'],
      [String.raw`"C:\my certs\ca.pem"`, String.raw`C:\my certs\ca.pem`],
      ['', ''],
    ] as const)
      assert.deepEqual(await given([box => box.enter(text)]), { path, values: ['/old.pem'] });
    assert.equal((await given([box => box.hide()])).path, undefined);
  });

  it('is selected in a dialog, which keeps what was typed if it is canceled', async () => {
    const browse = (box: FakeInputBox) => {
      box.value = '/typed';
      box.press();
    };
    assert.equal((await given([browse], Uri.file('/chosen/ca.pem'))).path, '/chosen/ca.pem');
    const canceled = await given([browse, box => box.enter(box.value)]);
    assert.deepEqual(canceled, { path: '/typed', values: ['/old.pem', '/typed'] });
    const remote = new Uri({ scheme: 'vscode-remote', authority: 'ssh', path: '/ca.pem' });
    assert.equal((await given([browse, box => box.hide()], remote)).path, undefined);
  });
});
