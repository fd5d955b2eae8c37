import { isLoopback } from '../model/server.ts';
import type { TransportResponse } from './transport.ts';

/** Paths of sign-in pages, as named by web frameworks and single sign-on services. */
const signInPath = /(^|[/_-])(log-?_?in|sign-?_?in|log-?on|sso|oauth2?|saml2?|cas|openid|auth)([/._-]|$)/i;

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** The target of a redirect within the origin, which a read may follow once (decision 26). */
export function followable(base: URL, path: string, response: TransportResponse): string | undefined {
  const place = placeOf(base, path, response);
  // The origin of a `blob:` URL is that of the URL inside it.
  if (place?.protocol !== base.protocol || place.origin !== base.origin) return undefined;
  const target = place.pathname + place.search;
  return target === path || isSignIn(place) ? undefined : target;
}

/** The fields of a `RedirectError`. */
export function redirection(base: URL, path: string, response: TransportResponse) {
  const { status } = response;
  const place = placeOf(base, path, response);
  if (place === undefined) return { status, target: '?' };
  const isUpgrade =
    base.protocol === 'http:' &&
    place.protocol === 'https:' &&
    place.hostname === base.hostname &&
    !isLoopback(place.hostname);
  const httpsBaseUrl = isUpgrade ? place.origin + base.pathname.replace(/\/$/, '') : undefined;
  return { status, target: place.origin + place.pathname, httpsBaseUrl, isSignIn: isSignIn(place) };
}

function placeOf(base: URL, path: string, response: TransportResponse): URL | undefined {
  const location = response.header('location');
  const from = base.origin + path;
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

/** Django adds the page to return to. */
function isSignIn(place: URL): boolean {
  return signInPath.test(place.pathname) || (place.searchParams.get('next') ?? '').startsWith('/');
}
