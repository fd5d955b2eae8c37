import type { Draft } from '../../../api/model/draft.ts';
import { toGroupDraft } from '../../../api/model/group.ts';
import { displayText } from '../../../base/displayText.ts';
import { ExplainedError } from '../../../base/explainedError.ts';
import { numbersOf, stringOf } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { stillSo } from '../../../store/runs/stillSo.ts';
import type { ServerCall } from './serverCall.ts';

interface Edit {
  readonly before: Draft;
  readonly after: Draft;
}

/**
 * Whether the groups that these edits add to jobs are still those that were confirmed: an ID may belong to another group
 * by now. The result reads them when it is first called, and rejects if one is another or gone.
 */
export function targetsGuard(edits: readonly Edit[], { session }: Pick<ServerCall, 'session'>) {
  const added = edits.flatMap(({ before, after }) => {
    const had = new Set(numbersOf(before['groups']));
    return numbersOf(after['groups']).filter(id => !had.has(id));
  });
  const confirmed = new Map(
    added.flatMap(id => {
      const group = session.targets.group(id);
      return group === undefined ? [] : [[id, toGroupDraft(group)] as const];
    }),
  );
  let checked: Promise<void> | undefined;
  const check = async () => {
    const decided = Array.from(
      confirmed,
      ([id, seen]) => ({ does: 'change', kind: 'group', id, seen }) as const,
    );
    if (decided.length === 0) return;
    const obstacles = await stillSo(session, decided);
    const other = decided.find((_, index) => obstacles[index] !== undefined);
    if (other !== undefined) throw new AnotherGroupError(other.id, stringOf(other.seen.name));
  };
  return () => {
    checked ??= check();
    return checked;
  };
}

class AnotherGroupError extends ExplainedError {
  readonly #id: number;
  readonly #name: string;

  constructor(id: number, name: string) {
    super(`group ${id} is another one`);
    this.#id = id;
    this.#name = name;
  }

  explain({ t }: Localizer): string {
    return t('The group #{id} is no longer “{name}”. Plan the change again.', {
      id: this.#id,
      name: displayText(this.#name, 80),
    });
  }
}
