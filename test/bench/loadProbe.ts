import * as v from 'valibot';
import type { Page } from './browser';

/** Loads one of the bench's scripts into a page of the app; what it defines is there some time later. */
export async function loadProbe(page: Page, name: 'panelProbe' | 'previewProbe'): Promise<void> {
  const script = `Object.assign(document.createElement('script'), { src: '/bench/${name}.js' })`;
  await page.evaluate(`document.head.append(${script})`, v.undefined());
}
