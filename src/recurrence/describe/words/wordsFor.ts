import { englishWords } from './en.ts';
import { russianWords } from './ru.ts';
import type { ScheduleWords } from './scheduleWords.ts';

/** The words of a language, English for those that have none of their own here. */
export function wordsFor(language: string): ScheduleWords {
  return language.toLowerCase().split('-')[0] === 'ru' ? russianWords : englishWords;
}
