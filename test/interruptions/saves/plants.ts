import type { Plant } from '../planted.ts';
import type { Step } from './steps.ts';
import type { ThemeName } from './themes.ts';

export interface PlantedDefect {
  readonly plants: readonly Plant[];
  /** Kinds of steps that do not affect it and would only prolong the search. */
  readonly without?: readonly Step['kind'][];
  /** The first round, if it is found long after the very first. */
  readonly seed?: number;
  /** The objects of the rounds that find it; jobs by default. */
  readonly about?: 'groups';
  /** What rounds that find it are about. */
  readonly theme?: ThemeName;
}

const anotherJobSaved: Plant = {
  file: 'model/saveDecision.ts',
  piece: "return Object.hasOwn(stored, 'name') ? fieldsOfAnotherJob(stored, server) : [];",
  instead: 'return [];',
};

const withoutRuns = ['switchAll', 'otherWindow', 'reuse', 'kill', 'switch'] as const;
const onlyObjects = [...withoutRuns, 'create', 'moveServer', 'autoSave', 'focusSave', 'close'] as const;

/** Earlier defects, by what they did, and how each is planted again. */
export const plantedDefects: Readonly<Record<string, PlantedDefect>> = {
  'what was typed is the base, not what the server stored': {
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
  'what was typed goes to the same ID at another URL': {
    plants: [
      {
        file: 'documents/documentVersions.ts',
        piece: 'return base?.origin === origin ? base : undefined;',
        instead: 'return base;',
      },
      {
        file: 'documents/objectSaves.ts',
        piece: 'begunWith === undefined || begunWith.origin === origin ? begunWith : unknownBase',
        instead: 'begunWith',
      },
      anotherJobSaved,
    ],
    theme: 'moving',
  },
  'Overwrite overwrites whatever the server has by then': {
    plants: [
      {
        file: 'model/saveDecision.ts',
        piece: 'chosenOver === undefined || !sameField(field, chosenOver, server)',
        instead: 'chosenOver === undefined',
      },
    ],
    theme: 'overwriting',
  },
  'a save chooses the version that its own stat reported': {
    plants: [
      {
        file: 'documents/conflictChoices.ts',
        piece: 'return rejectedFor === undefined ? undefined : shownBefore;',
        instead: 'return rejectedFor ?? shownBefore;',
      },
    ],
    theme: 'overwriting',
  },
  'the second save of a new document overwrites': {
    plants: [
      {
        file: 'documents/saveProtocol.ts',
        piece: 'await this.#writeObject(uri, created.ref, write);',
        instead:
          'await this.#writeObject(uri, created.ref, { ...write, shown: this.#parts.versions.get(uri)?.latest.draft });',
      },
    ],
    theme: 'creating',
  },
  'a save takes what another response brought for its own reading': {
    plants: [
      {
        file: 'store/jobs/jobStore.ts',
        piece: 'this.upsert(job, requestedAt) : job;',
        instead: 'this.upsert(job, requestedAt) : (this.#list.get(id) ?? job);',
      },
    ],
    theme: 'lateResponse',
  },
  'text that is saved while it is read again is compared with what was read': {
    plants: [
      {
        file: 'documents/objectSaves.ts',
        piece: 'const base = begun ?? versions.baseOf(uri, origin) ?? unknownBase;',
        instead: 'const base = versions.baseOf(uri, origin) ?? unknownBase;',
      },
    ],
    theme: 'readingAgain',
    seed: 37,
  },
  'what is typed back to its former value during a save counts as saved': {
    plants: [
      {
        file: 'documents/objectReadings.ts',
        piece: 'this.#delivered.set(key, delivered.slice(index + 1));',
        instead: '',
      },
    ],
    theme: 'typingOn',
    seed: 293,
  },
  "what a save stores reaches the form as somebody else's change": {
    plants: [
      {
        file: 'documents/objectFileSystem.ts',
        piece: ' || this.#saves.isWriting(uri)) continue;',
        instead: ') continue;',
      },
    ],
    theme: 'inForm',
  },
  'what is typed is saved to a new job that has the ID by now': {
    plants: [anotherJobSaved],
    theme: 'reusing',
  },
  'a rename replaces a name that nobody saw': {
    plants: [
      {
        file: 'commands/rename.ts',
        piece: 'if (now === undefined) return true;',
        instead: 'if (now !== before) return true;',
      },
    ],
    theme: 'renaming',
  },
  'a rename replaces a name that a later read has shown already': {
    plants: [
      {
        file: 'commands/rename.ts',
        piece: 'return [read.name, jobs.get(job.id)?.name ?? read.name];',
        instead: 'return [read.name];',
      },
    ],
    theme: 'renaming',
  },
  'a form overwrites whatever the server has by then': {
    plants: [
      {
        file: 'documents/saveProtocol.ts',
        piece: 'const shown = this.#overwriting.has(key) ? this.#overwriting.get(key) : choice;',
        instead:
          'const shown = this.#overwriting.has(key) ? this.#parts.versions.get(uri)?.latest.draft : choice;',
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
  'the “Keep Both” of a form sends only what was typed': {
    plants: [
      {
        file: 'documents/objectSaves.ts',
        piece: 'if (choice === keep && merge !== undefined) return { chosenOver, merged: merge.lists };',
        instead: 'if (choice === keep) return { chosenOver };',
      },
    ],
    theme: 'keepingBothInForm',
  },
  'a job is replaced although others changed it during the question': {
    plants: [
      {
        file: 'documents/replaceOnServer.ts',
        piece: 'if (since.length > 0) throw new SaveConflictError(since, now);',
        instead: '',
      },
    ],
    theme: 'replacing',
  },
  'a job is replaced by text that is no more': {
    plants: [
      {
        file: 'documents/replaceOnServer.ts',
        piece: 'if (document.getText() !== typed) {',
        instead: 'if (document.getText() === undefined) {',
      },
    ],
    theme: 'replacing',
  },
  'what is typed while a job is replaced is saved unasked': {
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
        file: 'documents/saveProtocol.ts',
        piece: 'this.#writing.set(key, end);',
        instead: '',
      },
    ],
    theme: 'replacing',
    seed: 23,
  },
  'text of a deleted job is created as a new one unasked': {
    plants: [
      {
        file: 'documents/objectSaves.ts',
        piece: 'if ((await this.#parts.dialogs.decide(question, create)) !== create) throw error;',
        instead: '',
      },
    ],
    theme: 'deleting',
  },
  'windows share what their unsaved texts were made from': {
    plants: [
      {
        file: 'app/hostParts.ts',
        piece: 'memento: context.workspaceState',
        instead: 'memento: context.globalState',
      },
    ],
    theme: 'inTwoWindows',
  },
  '“Keep Both” drops what others added': {
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
