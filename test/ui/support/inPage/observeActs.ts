// Runs inside every page of a window; see acts.ts.

/** What the user did: pressed a mouse button, pressed a key, or entered text. */
export type Act = 'press' | 'key' | 'enter' | 'text';

declare global {
  /** Defined by the test. */
  var reportAct: ((act: Act) => void) | undefined;
  var actListeners:
    | {
        readonly pressed: (event: Event) => void;
        readonly entered: (event: Event) => void;
        readonly keyPressed: (event: KeyboardEvent) => void;
      }
    | undefined;
}

/** Keys that do nothing alone. */
const modifiers: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Reports what the user does from now on. Events that scripts dispatch do not count. Another call restores the
 * listeners that VS Code removes when it writes the document of a webview into its frame.
 */
export function observe(): void {
  globalThis.actListeners ??= { pressed, entered, keyPressed };
  const listeners = globalThis.actListeners;
  addEventListener('mousedown', listeners.pressed, true);
  addEventListener('input', listeners.entered, true);
  addEventListener('keydown', listeners.keyPressed, true);
}

function report(event: Event, act: Act): void {
  if (event.isTrusted) globalThis.reportAct?.(act);
}

function pressed(event: Event): void {
  report(event, 'press');
}

/** Pasted text arrives by a key or a click, which counts, and so does the choice of an option. */
function entered(event: Event): void {
  const isPasted = event instanceof InputEvent && event.inputType === 'insertFromPaste';
  if (isEditable(event) && !isPasted) report(event, 'text');
}

function keyPressed(event: KeyboardEvent): void {
  if (modifiers.includes(event.key) || isTyping(event)) return;
  report(event, event.key === 'Enter' && isEditable(event) ? 'enter' : 'key');
}

/** Whether the key only edits text, which its `input` event reports. */
function isTyping(event: KeyboardEvent): boolean {
  const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  return isEditable(event) && (isCharacter || event.key === 'Backspace');
}

function isEditable(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
