/** The state of a list from the server. The previous content stays while it is being read again. */
export type ListState =
  | { readonly kind: 'unread' }
  | { readonly kind: 'loading'; readonly asOfMs: number | undefined }
  | { readonly kind: 'ready'; readonly asOfMs: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly asOfMs: number | undefined };

/** When the stored data was read; `undefined` if nothing was read yet. */
export function asOfMs(state: ListState): number | undefined {
  return state.kind === 'unread' ? undefined : state.asOfMs;
}
