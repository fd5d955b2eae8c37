import { englishWords, type ScheduleWords } from './en.ts';
import { russianWords } from './ru.ts';

const wordsOf: ReadonlyMap<string, ScheduleWords> = new Map([
  ['en', englishWords],
  ['ru', russianWords],
]);

/** The words of a language; English for languages without their own. */
export function wordsFor(language: string): ScheduleWords {
  const [name = ''] = language.toLowerCase().split('-');
  return wordsOf.get(name) ?? englishWords;
}
