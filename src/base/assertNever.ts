/** For the `default` of a switch over a union: the compiler reports a missing case. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value: ${JSON.stringify(value)}`);
}
