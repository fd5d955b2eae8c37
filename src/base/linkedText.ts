/** A part of a line that runs a command when clicked. */
interface LinkPart {
  readonly text: string;
  readonly command: string;
  readonly argument?: unknown;
}

interface TextLink extends Omit<LinkPart, 'text'> {
  readonly start: number;
  readonly end: number;
}

/** Plain text with ranges that run commands when clicked. */
export interface LinkedText {
  readonly text: string;
  readonly links: readonly TextLink[];
}

export type LinkedLine = string | readonly (string | LinkPart)[];

/** Joins lines into one text that ends with a line break. */
export function linkText(lines: readonly LinkedLine[]): LinkedText {
  const links: TextLink[] = [];
  let text = '';
  for (const line of lines) {
    for (const part of typeof line === 'string' ? [line] : line) {
      if (typeof part === 'string') text += part;
      else {
        const { text: label, ...link } = part;
        links.push({ ...link, start: text.length, end: text.length + label.length });
        text += label;
      }
    }
    text += '\n';
  }
  return { text, links };
}
