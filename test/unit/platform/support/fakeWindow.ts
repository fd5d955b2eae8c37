import '../../../support/vscode/vscodeInNode.ts';

const vscode = await import('../../../support/vscode/vscodeFake.ts');

/** Replaces members of VS Code's `window` during `use`. */
export async function withWindow(parts: Readonly<Record<string, unknown>>, use: () => Promise<void>) {
  await withParts(vscode.window, parts, use);
}

/** Replaces members of a VS Code namespace during `use`. */
export async function withParts(
  namespace: object,
  parts: Readonly<Record<string, unknown>>,
  use: () => Promise<void>,
): Promise<void> {
  const before = Object.keys(parts).map(
    name => [name, Object.getOwnPropertyDescriptor(namespace, name)] as const,
  );
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(namespace, name, { value, configurable: true, writable: true, enumerable: true });
  try {
    await use();
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(namespace, name);
      else Object.defineProperty(namespace, name, descriptor);
  }
}

interface Line {
  readonly label: string;
  readonly value: string;
}

/** A fake of VS Code's quick pick, which a test operates as a user would. */
export class FakeQuickPick {
  title = '';
  placeholder = '';
  value = '';
  busy = false;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  ignoreFocusOut = false;
  buttons: readonly { readonly iconPath: { readonly id: string }; readonly tooltip: string }[] = [];
  activeItems: readonly Line[] = [];
  isShown = false;
  isDisposed = false;
  #items: readonly Line[] = [];
  #selectedItems: readonly Line[] = [];
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #typed = new vscode.EventEmitter<string>();
  readonly #selected = new vscode.EventEmitter<readonly Line[]>();
  readonly #pressed = new vscode.EventEmitter<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidTriggerButton = this.#pressed.event;

  get items(): readonly Line[] {
    return this.#items;
  }

  /** Unchecks everything, as VS Code does. */
  set items(items: readonly Line[]) {
    this.#items = items;
    this.#selectedItems = [];
  }

  get selectedItems(): readonly Line[] {
    return this.#selectedItems;
  }

  set selectedItems(lines: readonly Line[]) {
    this.#selectedItems = lines;
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hidden.fire();
  }

  /** Reports that the list is hidden before it returns, as VS Code does. */
  dispose(): void {
    this.hide();
    this.isDisposed = true;
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  tick(...values: string[]): void {
    this.#selectedItems = this.#items.filter(({ value }) => values.includes(value));
    this.#selected.fire(this.#selectedItems);
  }

  pressEnter(): void {
    this.#accepted.fire();
  }

  pressButton(): void {
    this.#pressed.fire();
  }

  get shownValues(): readonly string[] {
    return this.#items.map(({ value }) => value);
  }

  get tickedValues(): readonly string[] {
    return this.#selectedItems.map(({ value }) => value);
  }
}

/** Runs `use` with the next quick pick. */
export async function withQuickPick(use: (pick: FakeQuickPick) => Promise<void>): Promise<void> {
  const pick = new FakeQuickPick();
  await withWindow({ createQuickPick: () => pick }, () => use(pick));
}
