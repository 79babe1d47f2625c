import type { FileChooser, Locator, Page } from '@playwright/test';

/** Clicks the button and selects files in the file chooser that it opens: paths of files or a folder, or buffers. */
export async function chooseBy(
  page: Page,
  name: 'Choose files' | 'Choose folder' | 'Import from mosaic',
  chosen: Parameters<FileChooser['setFiles']>[0],
  press = (button: Locator) => button.click(),
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page.getByRole('button', { name }))]);
  await chooser.setFiles(chosen);
}
