import type { Plant } from '../planted.ts';
import type { Step } from './steps.ts';
import type { ThemeName } from './themes.ts';

export interface PlantedDefect {
  readonly plants: readonly Plant[];
  /** Kinds of steps that do not affect it and would only prolong the search. */
  readonly without?: readonly Step['kind'][];
  /** The first round, if the defect takes long to find from the very first. */
  readonly seed?: number;
  /** The kind of objects in the rounds that find it; jobs by default. */
  readonly about?: 'groups';
  /** The theme of the rounds that find it. */
  readonly theme?: ThemeName;
}

const anotherJobSaved: Plant = {
  file: 'model/saveDecision.ts',
  piece: "return Object.hasOwn(stored, 'policies') && kind === 'another' ? fields : [];",
  instead: 'return [];',
};

const withoutRuns = ['switchAll', 'otherWindow', 'reuse', 'kill', 'switch'] as const;
const onlyObjects = [...withoutRuns, 'create', 'moveServer', 'autoSave', 'focusSave', 'close'] as const;

/** Former defects by their effect, and how each is planted again. */
export const plantedDefects: Readonly<Record<string, PlantedDefect>> = {
  'the typed text becomes the base instead of the stored one': {
    plants: [
      {
        file: 'model/saveDecision.ts',
        piece:
          'return { text: edited, stored: { ...stored, ...Object.fromEntries([...untouched, ...unseen]) } };',
        instead:
          'return { text: edited, stored: { ...edited, ...Object.fromEntries([...untouched, ...unseen]) } };',
      },
    ],
    without: onlyObjects,
    seed: 48,
  },
  'Auto Save reaches the server': {
    plants: [
      {
        file: 'platform/saveReasons.ts',
        piece: 'if (!isByHand) throw new AutomaticSaveError();',
        instead: '',
      },
    ],
    without: withoutRuns,
    seed: 39,
  },
  'unsaved text is sent to the same ID at another URL': {
    plants: [
      {
        file: 'documents/openDocument.ts',
        piece: 'return this.#base?.origin === origin ? this.#base : undefined;',
        instead: 'return this.#base;',
      },
      {
        file: 'documents/save.ts',
        piece: 'begunWith === undefined || begunWith.origin === origin ? begunWith : unknownBase',
        instead: 'begunWith',
      },
      anotherJobSaved,
    ],
    theme: 'moving',
  },
  '“Overwrite” overwrites a version that was not shown': {
    plants: [
      {
        file: 'model/saveDecision.ts',
        piece: 'chosenOver === undefined || !sameField(field, chosenOver, server)',
        instead: 'chosenOver === undefined',
      },
    ],
    theme: 'overwriting',
  },
  'a save overwrites the version that its own stat reported': {
    plants: [
      {
        file: 'documents/save.ts',
        piece: 'return rejectedFor === undefined ? undefined : shownBefore;',
        instead: 'return rejectedFor ?? shownBefore;',
      },
    ],
    theme: 'overwriting',
  },
  'the second save of a new document overwrites changes of others': {
    plants: [
      {
        file: 'documents/save.ts',
        piece: 'await this.#writeObject(save, created.ref);',
        instead:
          'await this.#writeObject({ ...save, chosenOver: save.document.latest?.draft }, created.ref);',
      },
    ],
    theme: 'creating',
  },
  'a save mistakes the response to another read for its own': {
    plants: [
      {
        file: 'store/jobs/jobStore.ts',
        piece: 'this.upsert(job, requestedAt) : job;',
        instead: 'this.upsert(job, requestedAt) : (this.#list.get(id) ?? job);',
      },
      {
        file: 'writes/objectWrites.ts',
        piece: 'const result = (this.#turns.get(id) ?? Promise.resolve()).then(run, run);',
        instead: 'const result = run();',
      },
    ],
    theme: 'lateResponse',
  },
  'text that is saved during a reload is compared with the reloaded version': {
    plants: [
      {
        file: 'documents/save.ts',
        piece: 'const base = begun ?? document.baseAt(origin) ?? unknownBase;',
        instead: 'const base = document.baseAt(origin) ?? unknownBase;',
      },
    ],
    theme: 'readingAgain',
    seed: 37,
  },
  'text that is changed back during a save counts as saved': {
    plants: [
      {
        file: 'documents/openDocument.ts',
        piece: 'this.#delivered = this.#delivered.slice(index + 1);',
        instead: '',
      },
    ],
    theme: 'typingOn',
    seed: 293,
  },
  'the result of a save reaches the form as a change of others': {
    plants: [
      {
        file: 'documents/objectFileSystem.ts',
        piece: ' || isWriting) continue;',
        instead: ') continue;',
      },
    ],
    theme: 'inForm',
  },
  'text is saved to a new job that now has the ID': {
    plants: [anotherJobSaved],
    theme: 'reusing',
  },
  'a rename overwrites a name that the person has not seen': {
    plants: [
      {
        file: 'commands/rename.ts',
        piece: "if (now === undefined) return { kind: 'send', patch: { name } };",
        instead: "if (now !== before) return { kind: 'send', patch: { name } };",
      },
    ],
    theme: 'renaming',
  },
  'a rename overwrites a name that a later read has returned': {
    plants: [
      {
        file: 'commands/rename.ts',
        piece: 'decide([now.name, jobs.get(job.id)?.name ?? now.name])',
        instead: 'decide([now.name])',
      },
    ],
    theme: 'renaming',
  },
  'a form overwrites a version that it does not show': {
    plants: [
      {
        file: 'documents/save.ts',
        piece: "chosenOver: choice?.kind === 'overwrite' ? choice.shown : overwritten,",
        instead: "chosenOver: choice?.kind === 'overwrite' ? document.latest?.draft : overwritten,",
      },
      {
        file: 'model/saveDecision.ts',
        piece: 'chosenOver === undefined || !sameField(field, chosenOver, server)',
        instead: 'chosenOver === undefined',
      },
    ],
    theme: 'overwritingInForm',
    without: ['overwrite'],
  },
  '“Keep Both” in a form sends only the typed list': {
    plants: [
      {
        file: 'documents/saveQuestions.ts',
        piece: 'if (keepsBoth && merge !== undefined) return { chosenOver, merged: merge.lists };',
        instead: 'if (keepsBoth) return { chosenOver };',
      },
    ],
    theme: 'keepingBothInForm',
  },
  'a job is replaced although others changed it during the question': {
    plants: [
      {
        file: 'writes/objectWrites.ts',
        piece: 'const fields = findChangedFields(seen.draft, this.#access.toDraft(before));',
        instead: 'const fields = [];',
      },
    ],
    theme: 'replacing',
  },
  'a job is replaced by outdated text': {
    plants: [
      {
        file: 'documents/replaceOnServer.ts',
        piece: 'if (document.getText() !== typed) {',
        instead: 'if (document.getText() === undefined) {',
      },
    ],
    theme: 'replacing',
  },
  'text that is typed during a replacement is saved without a question': {
    plants: [
      {
        file: 'documents/replaceOnServer.ts',
        piece: 'if (document.getText() === typed) await document.save();',
        instead: 'await document.save();',
      },
    ],
    theme: 'replacing',
    seed: 42,
  },
  "what a replacement stores reaches the form as somebody else's change": {
    plants: [
      {
        file: 'documents/openDocument.ts',
        piece: 'this.#queue = end;',
        instead: '',
      },
    ],
    theme: 'replacing',
    seed: 23,
  },
  'a deleted job is created as a new one without a question': {
    plants: [
      {
        file: 'documents/save.ts',
        piece: 'if (!(await askToCreateAgain(this.#parts.dialogs, document, ref))) throw error;',
        instead: '',
      },
    ],
    theme: 'deleting',
  },
  'windows share the base versions of their unsaved texts': {
    plants: [
      {
        file: 'app/host.ts',
        piece: 'new Memory(activation.workspaceState',
        instead: 'new Memory(activation.globalState',
      },
    ],
    theme: 'inTwoWindows',
  },
  '“Keep Both” drops additions of others': {
    plants: [
      {
        file: 'model/listMerge.ts',
        piece: 'return [...kept, ...added];',
        instead: 'return [...kept.filter(entry => isMine.has(keyOf(entry))), ...added];',
      },
    ],
    theme: 'keepingBoth',
  },
};
