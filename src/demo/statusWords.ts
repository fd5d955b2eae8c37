import type { Phase } from './records.ts';
import type { StatusWords } from './variant.ts';

const words: Readonly<Record<StatusWords, Readonly<Record<Phase, string>>>> = {
  en: {
    never: 'never run',
    queued: 'queued',
    running: 'running',
    finished: 'finished',
    failed: 'failed',
    stopped: 'stopped',
  },
  ru: {
    never: 'не запускалось',
    queued: 'в очереди',
    running: 'выполняется',
    finished: 'выполнено',
    failed: 'ошибка',
    stopped: 'остановлено',
  },
};

export function statusWord(phase: Phase, language: StatusWords = 'en'): string {
  return words[language][phase];
}
