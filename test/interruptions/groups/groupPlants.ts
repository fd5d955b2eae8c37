import type { PlantedDefect } from '../saves/plants.ts';

const about = 'groups';

/** Defects in changes of groups, by their effect, and how each is planted. */
export const groupDefects: Readonly<Record<string, PlantedDefect>> = {
  'a change of devices is based on the view instead of the server': {
    plants: [
      {
        file: 'store/groups/memberChange.ts',
        piece: 'const before = await groups.readSeen(group, id);',
        instead: 'await groups.identity.verify(group, id); const before = group;',
      },
    ],
    about,
  },
  'a change of devices is written to another group that now has the ID': {
    plants: [
      {
        file: 'store/groups/groupIdentity.ts',
        piece: 'if (found !== undefined && groupKey(found) === groupKey(seen)) return found;',
        instead: 'if (found !== undefined) return found;',
      },
    ],
    about,
    seed: 2,
  },
  'a document is saved to another group that now has the ID': {
    plants: [
      {
        file: 'documents/objectKinds.ts',
        piece: 'if (seen !== undefined && found.id === undefined && groupKey(seen) !== groupKey(found)) {',
        instead: 'if (seen === null) {',
      },
    ],
    about,
    seed: 20,
  },
  'an undo restores the whole list of devices': {
    plants: [
      {
        file: 'commands/runs/changedGroups.ts',
        piece: `const outcome = await changeMembers(
        this.#session.groups,
        { ...item, change, shared: this.#shared },
        sending,
      );`,
        instead: `const formers = (globalThis.formers ??= new Map());
          const { groups } = this.#session;
          const noting = async kept => {
            formers.set(item.id, kept);
            await sending(kept);
          };
          const outcome = item.former
            ? {
                ...{ added: [], removed: [], dropped: [], remaining: [], lost: [] },
                group: await groups.update(item.id, item.former),
              }
            : await changeMembers(groups, { ...item, change, shared: this.#shared }, noting);`,
      },
      {
        file: 'commands/runs/changedGroups.ts',
        piece: ': [{ group, id, change }];',
        instead: ': [{ group, id, change, former: globalThis.formers.get(id) }];',
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
    ],
    about,
  },
  'changes of one group run at the same time': {
    plants: [
      {
        file: 'store/groups/memberChange.ts',
        piece: 'const result = (ofStore.get(change.id) ?? Promise.resolve()).then(run, run);',
        instead: 'const result = run();',
      },
    ],
    about,
  },
  'a moved device leaves its group before it is in the other one': {
    plants: [
      {
        file: 'commands/runs/changedGroups.ts',
        piece: 'if (change.remove.length === 0) return change;',
        instead: 'if (change.remove.length >= 0) return change;',
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
