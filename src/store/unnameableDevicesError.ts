import type { ObjectKind } from '../fields/objectFields.ts';
import type { Device } from '../model/device.ts';

/** The object has devices that no request can name reliably: writing its list would lose them. */
export class UnnameableDevicesError extends Error {
  override readonly name = 'UnnameableDevicesError';
  readonly kind: ObjectKind;
  readonly devices: readonly Device[];

  constructor(kind: ObjectKind, devices: readonly Device[]) {
    super(`${devices.length} devices of the ${kind} cannot be named`);
    this.kind = kind;
    this.devices = devices;
  }
}
