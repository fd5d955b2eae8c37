import type { SaveReason } from './editorEvents.ts';
import type { Knowledge } from './knowledge.ts';
import { type Field, fields, hostNames, parse } from './records.ts';
import type { RoundWindow } from './roundWindow.ts';
import type { EditorStep } from './steps.ts';
import type { TextEditor } from './textEditor.ts';
import { formDevices, formTyping, neededByNew, typedDevices, typedValue } from './typedValues.ts';

export interface EditorStepParts {
  readonly window: RoundWindow;
  readonly knowledge: Knowledge;
  /** The host names of all devices. */
  readonly devices: readonly string[];
  /** Lets the round continue while this work is in progress. */
  readonly start: (work: Promise<unknown>) => void;
}

/** Performs one step of the user in an editor. */
export function performInEditor(parts: EditorStepParts, step: EditorStep, editor: TextEditor): void {
  const { window, knowledge, start } = parts;
  // A user who discards their changes does not continue typing or saving until that is done.
  if (editor.isReverting || (step.kind === 'revert' && editor.isSaving)) return;
  const form = window.forms.get(editor);
  const save = (reason: SaveReason) => {
    window.active = editor;
    start(editor.save(reason));
  };
  if (step.kind === 'openForm') window.openForm(editor);
  if (step.kind === 'type') type(parts, editor, ...typing(parts, editor, step));
  if (step.kind === 'typeBack') typeBack(parts, editor, fieldIn(editor, step.field));
  if (step.kind === 'formType') typeInForm(parts, editor, step);
  if (step.kind === 'save') save('hand');
  if (step.kind === 'autoSave') save('afterDelay');
  if (step.kind === 'focusSave') save('focusOut');
  if (step.kind === 'overwrite' && editor.notification === 'conflict') save('overwrite');
  if (step.kind === 'formSave') form?.act('save');
  if (step.kind === 'formOverwrite' && form !== undefined && form.conflict !== '') {
    knowledge.choices.pressedOverwrite(editor);
    form.overwrite();
  }
  if (step.kind === 'formKeepBoth' && form?.canKeepBoth) {
    knowledge.choices.pressedKeepBoth(editor);
    form.act('keepBoth');
  }
  if (step.kind === 'replace') {
    knowledge.choices.replacing(editor, window.isAsking('Replace'));
    window.active = editor;
    start(window.app.runCommand('deviceAutomation.document.replace', [editor.uri]));
  }
  if (step.kind === 'revert') {
    window.active = editor;
    start(editor.revert());
  }
  if (step.kind === 'compare') {
    window.active = editor;
    start(window.app.runCommand('deviceAutomation.document.compare', [editor.uri]));
  }
  if (step.kind === 'close' && !editor.tab.isDirty && !editor.isSaving) window.close(editor);
}

/** Groups and jobs have different fields. */
function fieldIn({ uri }: TextEditor, field: Field): Field {
  return uri.path.startsWith('/groups/') && field !== 'name' ? 'server_set' : field;
}

function typing(
  { devices }: EditorStepParts,
  editor: TextEditor,
  { field: wanted, value }: { readonly field: Field; readonly value: number },
): readonly [Field, unknown] {
  const field = fieldIn(editor, wanted);
  if (field !== 'server_set') return [field, typedValue(field, value)];
  return [field, typedDevices(parse(editor.text)[field], devices, value)];
}

function type({ knowledge }: EditorStepParts, editor: TextEditor, field: Field, value: unknown): void {
  const object = parse(editor.text);
  const isNew = editor.uri.path.includes('/new-');
  const typed: Readonly<Record<string, unknown>> = {
    ...(isNew ? neededByNew(object) : {}),
    [field]: value,
  };
  for (const name of fields) if (name in typed) knowledge.typed(editor, name, typed[name]);
  editor.type(`${JSON.stringify({ ...object, ...typed }, undefined, 2)}\n`);
  knowledge.typedAll(editor);
}

/** The user undoes their typing. */
function typeBack(parts: EditorStepParts, editor: TextEditor, field: Field): void {
  const sheet = parts.knowledge.sheet(editor);
  const shown = sheet.shown.get(field);
  if (shown === undefined || !sheet.typed.has(field)) return;
  const value: unknown = field === 'params' ? shown.value : JSON.parse(shown.value);
  const devices = new Set(hostNames(value));
  const asShown = () => parts.devices.filter(name => devices.has(name.toLowerCase()));
  type(parts, editor, field, field === 'server_set' ? asShown() : value);
}

function typeInForm(
  { window, knowledge, devices }: EditorStepParts,
  editor: TextEditor,
  { field: wanted, value: number }: { readonly field: Field; readonly value: number },
): void {
  const form = window.forms.get(editor);
  const field = fieldIn(editor, wanted);
  const typed =
    field === 'server_set'
      ? formDevices(parse(editor.text)[field], devices, number)
      : formTyping(field, number, parse(editor.text));
  if (form === undefined || typed === undefined) return;
  knowledge.typed(editor, field, typed.value);
  form.change(typed.change);
}
