import type { Page } from 'playwright-core';

/** The values that VS Code has stored in the browser under a key, one per database. */
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

/** Changes stored values; VS Code reads them only at startup. */
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
