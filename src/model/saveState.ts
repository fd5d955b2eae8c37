/** The state of the last save of a document. */
export type SaveState =
  | { readonly kind: 'idle' | 'saving' }
  | { readonly kind: 'failed'; readonly text: string };
