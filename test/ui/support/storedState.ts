import type { Page } from 'playwright-core';

/** What VS Code has written down in the browser under a key, in each of its databases. */
export function readStored(page: Page, key: string): Promise<readonly unknown[]> {
  return page.evaluate(async wanted => {
    const values: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('vscode-web-state-db-')) continue;
      const value = await new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const table = opening.result.transaction('ItemTable', 'readonly').objectStore('ItemTable');
          const reading = table.get(wanted);
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => resolve(reading.result);
          opening.result.close();
        };
      });
      values.push(value);
    }
    return values;
  }, key);
}

/** Changes what VS Code has written down; it reads that only at its start. */
export function writeStored(page: Page, key: string, texts: readonly (string | undefined)[]): Promise<void> {
  return page.evaluate(
    async ([wanted, values]) => {
      const databases = (await indexedDB.databases()).filter(({ name }) =>
        name?.startsWith('vscode-web-state-db-'),
      );
      for (const [index, { name = '' }] of databases.entries()) {
        const value = values[index];
        if (value === undefined) continue;
        await new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const writing = opening.result.transaction('ItemTable', 'readwrite');
            writing.objectStore('ItemTable').put(value, wanted);
            writing.oncomplete = () => resolve();
            writing.onerror = () => reject(writing.error);
            opening.result.close();
          };
        });
      }
    },
    [key, texts] as const,
  );
}
