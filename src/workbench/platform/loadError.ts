import { t } from './localize.ts';

/** Loads once for all calls; after a failure, the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** The error for a missing or damaged file of the extension. VS Code shows its message. */
export function loadError(cause: unknown): Error {
  const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  const message = t(
    'Part of Device Automation could not be loaded: {reason} Reload the window; if that does not help, reinstall the extension.',
    { reason: reason.endsWith('.') ? reason : `${reason}.` },
  );
  return new Error(message, { cause });
}
