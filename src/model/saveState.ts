/** How the last save of a document stands. */
export type SaveState =
  | { readonly kind: 'idle' | 'saving' }
  | { readonly kind: 'failed'; readonly text: string };
