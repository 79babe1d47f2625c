import type { FileChooser, Locator, Page } from '@playwright/test';

/**
 * Presses the button of this name, and gives the file chooser that it opens what is to be chosen: paths of files or of
 * one folder, or files made up in memory.
 */
export async function chooseBy(
  page: Page,
  name: 'Choose files' | 'Choose folder' | 'Import from mosaic',
  chosen: Parameters<FileChooser['setFiles']>[0],
  press = (button: Locator) => button.click(),
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page.getByRole('button', { name }))]);
  await chooser.setFiles(chosen);
}
