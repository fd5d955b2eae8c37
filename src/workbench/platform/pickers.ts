import { type ActionQuestion, type PickedAction, pickAction } from './actionPick.ts';
import type { Dialogs } from './dialogs.ts';
import { askPath, type PathQuestion } from './pathInput.ts';
import { type OpenQuestion, type PickedOrTyped, pickOrType } from './pickOrType.ts';
import { type ReviewQuestion, review } from './review.ts';
import { type Searched, type SearchQuestion, searchPick } from './searchPick.ts';

/** The prompts of commands besides `Dialogs`. */
export interface Pickers {
  /** Any number of choices, or other text. */
  pickOrType(question: OpenQuestion): Promise<PickedOrTyped | undefined>;
  /** Resolves with the values of the lines left checked. All are checked initially, except fixed and unchecked ones. */
  review(question: ReviewQuestion): Promise<readonly string[] | undefined>;
  /** Picks a row and one of its actions. */
  pickAction(question: ActionQuestion): Promise<PickedAction | undefined>;
  /** Picks one of very many choices, of which only the best matches are shown. */
  search(question: SearchQuestion): Promise<Searched | undefined>;
  /** Lets the user type the path of a file, or select it. */
  path(question: PathQuestion): Promise<string | undefined>;
}

export type AllDialogs = Dialogs & Pickers;

export function withPickers(dialogs: Dialogs): AllDialogs {
  return { ...dialogs, pickOrType, review, pickAction, search: searchPick, path: askPath };
}
