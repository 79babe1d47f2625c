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
