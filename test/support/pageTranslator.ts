import type { Page } from '@playwright/test';

/** Texts that say the same in every language: numbers, sizes, times, file names, paths and checksums. */
const CODE = String.raw`^(?=.*(?:[\dA-F/]|\.\w))(?:[\d.,:/ ]*(?:[kMGT]i?B|µm|mm|px|%|s|min|h|AM|PM)?(?:/s)?|\S+\.(?:tiff?|json|zip)|[\w-]+(?:/[\w-]+)+|ch\d+|L\d+|[0-9a-f]{32})$`;

/** What a translator found on the pages. */
export interface TranslatorFindings {
  /** Texts that the app changed where the page no longer shows them. */
  readonly lost: string[];
  /** Names, values, paths, counts and codes that the page lets it translate. */
  readonly translated: string[];
}

/**
 * Simulates the page translator of a browser: replaces each text, unless it lies in an element with `translate="no"`, by elements, and
 * does so again whenever the page changes. It leaves the language, so that tests find the texts.
 */
export async function translatePages(page: Page): Promise<TranslatorFindings> {
  const found: TranslatorFindings = { lost: [], translated: [] };
  await page.exposeFunction('reportFinding', (kind: keyof TranslatorFindings, text: string) => {
    if (!found[kind].includes(text)) found[kind].push(text);
  });
  await page.addInitScript((code) => {
    const report = Reflect.get(window, 'reportFinding') as (kind: string, text: string) => void;
    const isCode = new RegExp(code);
    const replaced = new MutationObserver((changes) => {
      for (const { target, oldValue } of changes) report('lost', `${oldValue ?? ''} → ${target.textContent ?? ''}`);
    });
    const translate = (text: Text): void => {
      const parent = text.parentElement;
      const words = text.data.trim();
      if (words === '' || parent === null || parent.closest('font, script, style, svg, textarea, option')) return;
      if (parent.closest('[translate]')?.getAttribute('translate') === 'no') return;
      if (isCode.test(words)) report('translated', `${words} in ${(parent.cloneNode(false) as Element).outerHTML}`);
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      font.append(document.createElementNS('http://www.w3.org/1999/xhtml', 'font'));
      font.firstElementChild?.append(text.data);
      text.replaceWith(font);
      replaced.observe(text, { characterData: true, characterDataOldValue: true });
    };
    const translateAll = (root: Node): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const all: Text[] = root instanceof Text ? [root] : [];
      while (texts.nextNode() !== null) all.push(texts.currentNode as Text);
      all.forEach(translate);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translateAll(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, CODE);
  return found;
}
