import type { Page } from '@playwright/test';

/** Drops a folder onto the page, as a file manager does. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  const box = await page.getByRole('button', { name: 'Choose folder' }).boundingBox();
  if (box === null) throw new Error('No drop zone found.');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + 5, y: box.y + 5, data: { items: [], files: [folder], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at });
  }
  await session.detach();
}
