import type { Page } from '@playwright/test';

/** Makes the picker return a folder of the browser's private file system. Its handles are real ones. */
export async function giveFolderPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const showDirectoryPicker = async () => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle('lab disk', { create: true });
    };
    Object.assign(window, { showDirectoryPicker });
  });
}

/** Writes a file into the folder that the picker returns. */
export async function writeIntoFolder(page: Page, name: string, content: Buffer): Promise<void> {
  await page.evaluate(
    async ([fileName, text]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('lab disk', { create: true });
      const writable = await (await folder.getFileHandle(fileName, { create: true })).createWritable();
      await writable.write(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
      await writable.close();
    },
    [name, content.toString('base64')] as const,
  );
}

/** Removes the folder that the picker returns. */
export async function removeFolder(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry('lab disk', { recursive: true });
  });
}
