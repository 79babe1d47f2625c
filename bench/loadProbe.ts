import * as v from 'valibot';
import type { Page } from './browser';

/** Injects a probe into a page of the app without waiting until it has loaded. */
export async function loadProbe(page: Page, name: 'panelProbe' | 'previewProbe'): Promise<void> {
  const script = `Object.assign(document.createElement('script'), { src: '/bench/${name}.js' })`;
  await page.evaluate(`document.head.append(${script})`, v.undefined());
}
