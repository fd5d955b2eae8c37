import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';

/** A problem in a file and its place; lines and columns count from 1. */
export interface FileProblem {
  /** Relative to the folder of the set, with forward slashes. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The length of the text at fault, in UTF-16 code units; 0 for the file as a whole. */
  readonly length: number;
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** How to fix it, where that is not obvious. */
  readonly advice?: string | undefined;
}

/** The problem and how to fix it. */
export function problemText({ text, advice }: Pick<FileProblem, 'text' | 'advice'>): string {
  return advice === undefined ? text : `${text} ${advice}`;
}

/** The place of a value in the text of a file. */
export type FilePlace = Pick<FileProblem, 'line' | 'column' | 'length'>;

/** A job or group as its file has it. */
export interface ObjectFile {
  readonly kind: ObjectKind;
  readonly path: string;
  readonly name: string;
  /** The ID on the server of the manifest, where the name alone does not identify the object. */
  readonly key: number | undefined;
  /** The name that the object has on the server until it is renamed. */
  readonly previousName: string | undefined;
  /** The fields, with names instead of IDs where the file has names. */
  readonly draft: Draft;
  readonly text: string;
}
