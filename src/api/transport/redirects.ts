import { isLoopback } from '../../model/server.ts';
import type { Redact } from '../../util/redact.ts';
import { RedirectError, type RequestInfo } from '../errors/apiError.ts';
import type { TransportResponse } from './transport.ts';

/** Paths of sign-in pages, as named by web frameworks and single sign-on services. */
const signInPath = /(^|[/_-])(log-?_?in|sign-?_?in|log-?on|sso|oauth2?|saml2?|cas|openid|auth)([/._-]|$)/i;

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

export class Redirects {
  readonly #baseUrl: URL;

  constructor(baseUrl: URL) {
    this.#baseUrl = baseUrl;
  }

  /** The target of a redirect within the origin, which a read may follow once (decision 26). */
  followable(path: string, response: TransportResponse): string | undefined {
    const place = this.#place(path, response);
    // The origin of a `blob:` URL is that of the URL inside it.
    if (place?.protocol !== this.#baseUrl.protocol || place.origin !== this.#baseUrl.origin) return undefined;
    const target = place.pathname + place.search;
    return target === path || isSignIn(place) ? undefined : target;
  }

  error(info: RequestInfo, path: string, response: TransportResponse, redact: Redact): RedirectError {
    const place = this.#place(path, response);
    const { status } = response;
    if (place === undefined) return new RedirectError(info, { status, target: '?' });
    return new RedirectError(info, {
      status,
      target: redact(place.origin + place.pathname),
      httpsBaseUrl: this.#httpsBase(place),
      isSignIn: isSignIn(place),
    });
  }

  #httpsBase(place: URL): string | undefined {
    const isUpgrade =
      this.#baseUrl.protocol === 'http:' &&
      place.protocol === 'https:' &&
      place.hostname === this.#baseUrl.hostname &&
      !isLoopback(place.hostname);
    return isUpgrade ? place.origin + this.#baseUrl.pathname.replace(/\/$/, '') : undefined;
  }

  #place(path: string, response: TransportResponse): URL | undefined {
    const location = response.header('location');
    const from = this.#baseUrl.origin + path;
    return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : undefined;
  }
}

/** Django adds the page to return to. */
function isSignIn(place: URL): boolean {
  return signInPath.test(place.pathname) || (place.searchParams.get('next') ?? '').startsWith('/');
}
