import './vscodeInNode.ts';

const { FakeQuickPick, user, window } = await import('./vscodeFake.ts');

/** Replaces members of VS Code's `window` during `use`. */
export async function withWindow(parts: Readonly<Record<string, unknown>>, use: () => Promise<void>) {
  await withParts(window, parts, use);
}

/** Replaces members of a VS Code namespace during `use`. */
export async function withParts(
  namespace: object,
  parts: Readonly<Record<string, unknown>>,
  use: () => Promise<void>,
): Promise<void> {
  const before = Object.keys(parts).map(
    name => [name, Object.getOwnPropertyDescriptor(namespace, name)] as const,
  );
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(namespace, name, { value, configurable: true, writable: true, enumerable: true });
  try {
    await use();
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(namespace, name);
      else Object.defineProperty(namespace, name, descriptor);
  }
}

/** Runs `use` with the next quick pick, which stays open. */
export async function withQuickPick(
  use: (pick: InstanceType<typeof FakeQuickPick>) => Promise<void>,
): Promise<void> {
  const pick = new FakeQuickPick();
  await withParts(user, { quickPick: () => undefined }, () =>
    withWindow({ createQuickPick: () => pick }, () => use(pick)),
  );
}
