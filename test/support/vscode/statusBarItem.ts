import { window } from './vscodeFake.ts';

/** A status bar item that records whether it is shown. */
export class FakeStatusBarItem {
  text = '';
  tooltip: string | { readonly value: string } | undefined;
  accessibilityInformation: unknown;
  backgroundColor: { readonly id: string } | undefined;
  command: { readonly arguments?: readonly unknown[] } | undefined;
  isVisible = false;

  show(): void {
    this.isVisible = true;
  }

  hide(): void {
    this.isVisible = false;
  }

  dispose(): void {
    this.isVisible = false;
  }
}

/** What `use` creates in the status bar is this item. */
export async function withStatusBarItem(use: (item: FakeStatusBarItem) => Promise<void>): Promise<void> {
  const item = new FakeStatusBarItem();
  Reflect.set(window, 'createStatusBarItem', () => item);
  await use(item).finally(() => Reflect.deleteProperty(window, 'createStatusBarItem'));
}
