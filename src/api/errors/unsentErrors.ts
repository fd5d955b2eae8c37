import type { Device } from '../../model/device.ts';
import { ApiErrorBase, type RequestInfo } from './requestInfo.ts';

/** There is no usable token; nothing was sent. */
export class TokenError extends ApiErrorBase {
  override readonly kind = 'token';
  readonly reason: 'missing' | 'malformed';

  constructor(request: RequestInfo, reason: 'missing' | 'malformed') {
    super(request, `the token is ${reason}`);
    this.reason = reason;
  }
}

/** Plain HTTP to another host, without the person's consent (decision 2); nothing was sent. */
export class PlainHttpError extends ApiErrorBase {
  override readonly kind = 'plainHttp';

  constructor(request: RequestInfo) {
    super(request, 'plain HTTP was not agreed to');
  }
}

/** The server is marked read-only; nothing was sent. */
export class ReadOnlyError extends ApiErrorBase {
  override readonly kind = 'readOnly';

  constructor(request: RequestInfo) {
    super(request, 'the server is marked read-only');
  }
}

/**
 * Text to be sent holds U+FFFD: on its way here it lost characters, and sent back it would lose them on the
 * server as well. Nothing was sent.
 */
export class DamagedTextError extends ApiErrorBase {
  override readonly kind = 'damagedText';
  readonly fields: readonly string[];

  constructor(request: RequestInfo, fields: readonly string[]) {
    super(request, `damaged text in ${fields.join(', ')}`);
    this.fields = fields;
  }
}

/** The request would have dropped devices that no request can name (decision 13); nothing was sent. */
export class UnwritableDevicesError extends ApiErrorBase {
  override readonly kind = 'unwritableDevices';
  readonly devices: readonly Device[];

  constructor(request: RequestInfo, devices: readonly Device[]) {
    super(request, `${devices.length} devices have neither host name nor address`);
    this.devices = devices;
  }
}
