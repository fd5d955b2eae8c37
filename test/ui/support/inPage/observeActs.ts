// Runs inside every page of a window; see acts.ts.

/** What the user did: pressed a mouse button, pressed a key, or entered text. */
export type Act = 'press' | 'key' | 'enter' | 'text';

declare global {
  /** Defined by the test. */
  var reportAct: ((act: Act) => void) | undefined;
  var areActsObserved: boolean | undefined;
}

/** Keys that do nothing alone. */
const modifiers: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/** Reports what the user does from now on. Events that scripts dispatch do not count. */
export function observe(): void {
  if (globalThis.areActsObserved) return;
  globalThis.areActsObserved = true;
  const report = (event: Event, act: Act) => {
    if (event.isTrusted) globalThis.reportAct?.(act);
  };
  addEventListener('mousedown', event => report(event, 'press'), true);
  addEventListener(
    'input',
    event => {
      // Pasted text arrives by a key or a click, which counts.
      if (!(event instanceof InputEvent && event.inputType === 'insertFromPaste')) report(event, 'text');
    },
    true,
  );
  addEventListener(
    'keydown',
    event => {
      if (modifiers.includes(event.key) || isTyping(event)) return;
      report(event, event.key === 'Enter' && isEditable(event) ? 'enter' : 'key');
    },
    true,
  );
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
