import { localizer } from './localize.ts';

/** The error for a missing or damaged file of the extension. VS Code shows its message. */
export function loadError(cause: unknown): Error {
  const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  const message = localizer.t(
    'Part of Device Automation could not be loaded: {reason} Reload the window; if that does not help, reinstall the extension.',
    { reason: reason.endsWith('.') ? reason : `${reason}.` },
  );
  return new Error(message, { cause });
}
