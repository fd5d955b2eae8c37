/** The key of the client's writing methods. Only `src/api/writes` imports it, so nothing else can write. */
export const writing: unique symbol = Symbol('writing');
