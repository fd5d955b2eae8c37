/**
 * An object of a large type, usually one of VS Code's, of which the code under test uses only these members. Reading
 * any other member throws.
 */
export function partialOf<T extends object>(members: Partial<T>): T {
  const strict = new Proxy(members, {
    get: (target, key) => {
      // Promises and inspection read members that no type mentions.
      if (!(key in target) && typeof key === 'string' && key !== 'then')
        throw new Error(`the test does not expect that ${key} is read`);
      return Reflect.get(target, key);
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  // The compiler cannot know that the other members throw.
  return strict as T;
}
