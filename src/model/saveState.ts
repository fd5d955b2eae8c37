export type SaveState =
  | { readonly kind: 'idle' | 'saving' }
  | { readonly kind: 'failed'; readonly text: string };
