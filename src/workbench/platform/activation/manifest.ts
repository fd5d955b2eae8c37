/** The IDs in package.json that VS Code may call before anything else of the extension has loaded. */
export function contributedIds(manifest: unknown) {
  const contributes = member(manifest, 'contributes');
  const panel = 'onWebviewPanel:';
  return {
    commands: texts(member(contributes, 'commands'), 'command'),
    tools: texts(member(contributes, 'languageModelTools'), 'name'),
    /** By the activation events of their types. */
    panels: list(member(manifest, 'activationEvents')).flatMap(event =>
      typeof event === 'string' && event.startsWith(panel) ? [event.slice(panel.length)] : [],
    ),
  };
}

function texts(entries: unknown, key: string): string[] {
  return list(entries).flatMap(entry => {
    const text = member(entry, key);
    return typeof text === 'string' ? [text] : [];
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
