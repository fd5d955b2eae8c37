import { detail, unauthorized } from './problem.ts';

/** What a token may do: everything, only read (403 on writes), or nothing (403 on all requests). */
export type Permission = 'full' | 'read' | 'none';

/**
 * The permission of the token in the header. A missing and an invalid token give different responses, as in the REST
 * framework.
 */
export function permissionOf(
  authorization: string | undefined,
  tokens: ReadonlyMap<string, Permission>,
): Permission {
  const [scheme = '', token, ...rest] = (authorization ?? '').trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'token') throw unauthorized('Authentication credentials were not provided.');
  if (token === undefined) throw unauthorized('Invalid token header. No credentials provided.');
  if (rest.length > 0) throw unauthorized('Invalid token header. Token string should not contain spaces.');
  const permission = tokens.get(token);
  if (!permission) throw unauthorized('Invalid token.');
  return permission;
}

export function checkPermission(permission: Permission, method: string): void {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (permission === 'full' || (permission === 'read' && isRead)) return;
  throw detail(403, 'You do not have permission to perform this action.');
}
