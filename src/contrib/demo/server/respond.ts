import type { DemoContext, Route } from './call.ts';
import {
  detail,
  djangoPage,
  json,
  Problem,
  type Reply,
  redirectTo,
  serverError,
  unauthorized,
} from './reply.ts';

export interface DemoRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  /** Parsed on demand: errors only matter to handlers that read it. */
  body(): unknown;
}

interface Destination {
  readonly route: Route;
  readonly idText: string;
}

/** Checks in Django's order: URL, missing slash, token, method, and finally the body. */
export function respond(
  request: DemoRequest,
  context: DemoContext,
  tokens: ReadonlyMap<string, Permission>,
): Reply {
  const { method, url } = request;
  const destination = find(url.pathname, context);
  if (!destination) return withoutRoute(request, context);
  const { route, idText } = destination;
  const reply = withProblems(() => {
    checkPermission(permissionOf(request.authorization, tokens), method);
    if (method === 'OPTIONS') return description(route);
    const handle = route.operations[method === 'HEAD' ? 'GET' : method];
    if (!handle) throw detail(405, `Method "${method}" not allowed.`);
    return handle({ context, url, idText, body: request.body });
  });
  return withAllow(reply, route);
}

function find(pathname: string, { variant, routes }: DemoContext): Destination | undefined {
  const { basePath = '' } = variant;
  if (!pathname.startsWith(`${basePath}/`)) return undefined;
  const path = pathname.slice(basePath.length);
  for (const route of routes) {
    const match = route.pattern.exec(path);
    if (match) return { route, idText: match[1] ?? '' };
  }
  return undefined;
}

function withoutRoute({ method, url }: DemoRequest, context: DemoContext): Reply {
  const onlySlashMissing = !url.pathname.endsWith('/') && find(`${url.pathname}/`, context) !== undefined;
  if (!onlySlashMissing)
    return djangoPage(404, 'Not Found', 'The requested resource was not found on this server.');
  const harmless = method === 'GET' || method === 'HEAD';
  if (harmless) return redirectTo(`${url.pathname}/${url.search}`);
  // Django fails here, because redirecting a write to the URL with the slash would lose its body.
  return serverError;
}

function withProblems(handle: () => Reply): Reply {
  try {
    return handle();
  } catch (error) {
    if (error instanceof Problem) return error.reply;
    throw error;
  }
}

/** The REST framework's response to OPTIONS. */
function description(route: Route): Reply {
  return json(200, {
    name: route.title,
    description: '',
    renders: ['application/json'],
    parses: ['application/json'],
  });
}

function withAllow(reply: Reply, route: Route): Reply {
  const own = Object.keys(route.operations);
  const allow = [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return { ...reply, headers: { Allow: allow, Vary: 'Accept', ...reply.headers } };
}

/** What a token may do: everything, only read (403 on writes), or nothing (403 on all requests). */
export type Permission = 'full' | 'read' | 'none';

/**
 * The permission of the token in the header. A missing and an invalid token give different responses, as in the REST
 * framework.
 */
function permissionOf(
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

function checkPermission(permission: Permission, method: string): void {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (permission === 'full' || (permission === 'read' && isRead)) return;
  throw detail(403, 'You do not have permission to perform this action.');
}
