/** For the `default` of a switch over a union: the compiler tells when a case is missing. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value: ${JSON.stringify(value)}`);
}
