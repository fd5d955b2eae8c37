import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';

/** A problem and its position in a file; lines and columns start at 1. */
export interface FileProblem {
  /** Relative to the folder of the set, with forward slashes. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The length of the text at fault, in UTF-16 code units; 0 for the file as a whole. */
  readonly length: number;
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** How to fix it, if that is not obvious. */
  readonly advice?: string | undefined;
}

/** The problem, followed by how to fix it. */
export function fileProblemText({ text, advice }: Pick<FileProblem, 'text' | 'advice'>): string {
  return advice === undefined ? text : `${text} ${advice}`;
}

/** The position of a value in the text of a file. */
export type FilePlace = Pick<FileProblem, 'line' | 'column' | 'length'>;

/** A parsed file of a job or group. */
export interface ObjectFile {
  readonly kind: ObjectKind;
  readonly path: string;
  readonly name: string;
  /** The ID on the server of the manifest, if the name alone does not identify the object. */
  readonly key: number | undefined;
  /** The current name of the object on the server, if the file renames it. */
  readonly previousName: string | undefined;
  /** The fields, with names instead of IDs where files use names. */
  readonly draft: Draft;
  readonly text: string;
}
