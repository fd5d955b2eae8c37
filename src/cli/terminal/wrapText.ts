import { displayWidth, splitAtWidth } from './displayWidth.ts';

/**
 * The text in lines of at most this many cells, broken between words; only a word that is longer is broken itself.
 */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(each => splitAtWidth(each, width))) {
    if (line !== '' && displayWidth(`${line} ${word}`) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
