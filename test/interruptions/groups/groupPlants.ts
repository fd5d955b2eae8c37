import type { PlantedDefect } from '../saves/plants.ts';

const about = 'groups';

/** Defects in changes of groups, by their effect, and how each is planted. */
export const groupDefects: Readonly<Record<string, PlantedDefect>> = {
  'a change of devices is based on the view instead of the server': {
    plants: [
      {
        file: 'writes/objectEdits.ts',
        piece: 'const decide = ({ server_set }: Group): Decision => {',
        instead: 'const decide = (_now: Group): Decision => { const { server_set } = group;',
      },
    ],
    about,
  },
  'a change of devices is written to another group that now has the ID': {
    plants: [
      {
        file: 'store/objectAccess.ts',
        piece: 'identify: (seen, now) => identifyGroup(seen, toGroupDraft(now)),',
        instead: "identify: () => ({ kind: 'same', fields: [] }),",
      },
    ],
    about,
    seed: 2,
  },
  'a document is saved to another group that now has the ID': {
    plants: [
      {
        file: 'documents/objectKinds.ts',
        piece: 'const seen = base === undefined ? groups.byId(id) : nameOf(base);',
        instead: 'const seen = undefined;',
      },
    ],
    about,
    seed: 20,
  },
  'an undo restores the whole list of devices': {
    plants: [
      {
        file: 'commands/runs/undoPlan.ts',
        piece: 'const change = inverseMembership(item);',
        instead: `const had = stringsOf(item.kept?.['server_set']);
          const named = names => names.map(name => ({ name }));
          const change = {
            add: named(had),
            remove: named(toGroupDraft(group).server_set.filter(name => !had.includes(name))),
          };`,
      },
    ],
    about,
  },
  'an undo removes devices that were in the group before': {
    plants: [
      {
        file: 'model/membership.ts',
        piece: '.filter(reference => !isIn(had)(reference))\n      .flatMap',
        instead: '.flatMap',
      },
      {
        file: 'commands/runs/undoPlan.ts',
        piece: 'return action !== undefined && item.kept !== undefined;',
        instead: 'return action !== undefined;',
      },
    ],
    about,
  },
  'changes of one group run at the same time': {
    plants: [
      {
        file: 'writes/objectWrites.ts',
        piece: 'const result = (this.#turns.get(id) ?? Promise.resolve()).then(run, run);',
        instead: 'const result = run();',
      },
    ],
    about,
  },
  'a moved device leaves its group before it is in the other one': {
    plants: [
      {
        file: 'commands/runs/changedGroups.ts',
        piece: "([{ kind }]) => kind === 'create' || add.length === 0",
        instead: "([{ kind }]) => kind === 'create' && add.length > 0",
      },
      {
        file: 'commands/runs/steps.ts',
        piece: 'return step.change.add.length > 0 ? 1 : 2;',
        instead: 'return 1;',
      },
    ],
    about,
    seed: 42,
  },
  '“Keep Both” drops devices that others added': {
    plants: [
      {
        file: 'model/listMerge.ts',
        piece: 'return [...kept, ...added];',
        instead: 'return [...kept.filter(entry => isMine.has(keyOf(entry))), ...added];',
      },
    ],
    about,
    seed: 48,
  },
};
