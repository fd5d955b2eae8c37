/** The code of a system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

/** Whether the error is ENOENT: a file or one of its parent folders does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

/** Handles an error unless it is ENOENT, which is expected. */
export function unlessMissing(handle: (error: unknown) => void): (error: unknown) => void {
  return error => {
    if (!isMissing(error)) handle(error);
  };
}
