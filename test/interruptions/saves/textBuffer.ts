import type { Uri } from '../../support/vscode/vscodeFake.ts';
import { Position } from './vscode.ts';

/** The text of a document, as the extension reads it. */
export class TextBuffer {
  readonly uri: Uri;
  readonly languageId = 'device-automation-job';
  readonly eol = 1;
  version = 1;
  text = '';

  constructor(uri: Uri) {
    this.uri = uri;
  }

  get fileName(): string {
    return this.uri.path;
  }

  get lineCount(): number {
    return this.text.split('\n').length;
  }

  getText(): string {
    return this.text;
  }

  lineAt(line: number): { readonly range: { readonly end: Position } } {
    return { range: { end: new Position(line, this.text.split('\n')[line]?.length ?? 0) } };
  }

  positionAt(offset: number): Position {
    const before = this.text.slice(0, offset).split('\n');
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  }

  offsetAt({ line, character }: Position): number {
    return (
      this.text
        .split('\n')
        .slice(0, line)
        .reduce((length, text) => length + text.length + 1, 0) + character
    );
  }
}
