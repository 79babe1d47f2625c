import type { Page } from '@playwright/test';

/** Returns the widest element if the page scrolls horizontally, and by how much. */
export function findOverhang(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const widest = [...document.querySelectorAll('body *')].reduce((one, other) =>
      other.getBoundingClientRect().right > one.getBoundingClientRect().right ? other : one,
    );
    return [`${clientWidth} px: ${scrollWidth - clientWidth} px too wide for ${widest.outerHTML.slice(0, 120)}`];
  });
}

/** Returns the controls of a bar that stays at the lower edge of the window while its form is scrolled, but is cut there. */
export function findCutBars(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isSticky = (element: Element): boolean => {
      const { position, bottom } = getComputedStyle(element);
      return position === 'sticky' && bottom !== 'auto';
    };
    return [...document.querySelectorAll('form *')].filter(isSticky).flatMap((bar) => {
      bar.parentElement?.scrollIntoView({ block: 'start', behavior: 'instant' });
      return [...bar.querySelectorAll('button')]
        .filter((button) => button.getBoundingClientRect().bottom > window.innerHeight + 1)
        .map((button) => `${window.innerWidth} px: cut at the lower edge: ${button.outerHTML.slice(0, 120)}`);
    });
  });
}

/** Returns the round marks beside texts that are not at the level of the first line. */
export function findCrookedMarks(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const firstLine = (element: Element): DOMRect | undefined => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const [line] = range.getClientRects();
        if (line !== undefined && line.width > 1) return line;
      }
      return undefined;
    };
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const mark = getComputedStyle(element, '::before');
      // Each property takes time to read, and most elements have no mark.
      if (mark.content === 'none') return [];
      const { position, borderRadius, top, height } = mark;
      if (position !== 'absolute' || borderRadius !== '50%') return [];
      const line = firstLine(element);
      const centre = element.getBoundingClientRect().top + parseFloat(top) + parseFloat(height) / 2;
      if (line === undefined || Math.abs(centre - (line.top + line.bottom) / 2) <= 2) return [];
      return [`${window.innerWidth} px: the mark is not beside “${element.textContent.slice(0, 80)}”`];
    });
  });
}

/** Returns the columns that are too narrow for their header. */
export function findCrushed(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="columnheader"]')]
      .filter((head) => head.scrollWidth > head.clientWidth)
      .map((head) => `${window.innerWidth} px: no room for the column ${head.textContent}`),
  );
}

/**
 * Returns elements that are indistinguishable from their background with forced colours: controls and rows without a
 * border, outline or fill, and graphics whose colours the browser overrides.
 */
export function findUnseen(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const look = (element: Element) => getComputedStyle(element);
    const hasLine = (element: Element): boolean => {
      const { borderBlockEndWidth, borderBlockEndStyle, outlineStyle, outlineWidth } = look(element);
      return (
        (borderBlockEndStyle !== 'none' && parseFloat(borderBlockEndWidth) >= 1) ||
        (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1)
      );
    };
    const isClear = (colour: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(colour);
    const backgroundOf = (element: Element): string => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { backgroundColor } = look(at);
        if (!isClear(backgroundColor)) return backgroundColor;
      }
      return '';
    };
    const isFilled = (element: Element): boolean => {
      const { backgroundColor } = look(element);
      return !isClear(backgroundColor) && backgroundColor !== backgroundOf(element);
    };
    const isPainted = (path: Element): boolean => look(path).fill !== backgroundOf(path);
    const isSeen = (element: Element): boolean => hasLine(element) || isFilled(element);
    const isOff = (element: Element): boolean => element.getClientRects().length === 0;
    const rules: readonly (readonly [what: string, selector: string, isShown: (element: Element) => boolean])[] = [
      ['button', '.mantine-Button-root:not([data-variant="subtle"])', isSeen],
      ['field', 'input.mantine-Input-input, textarea.mantine-Input-input, select.mantine-Input-input', isSeen],
      ['checkbox', '.mantine-Checkbox-input', isSeen],
      ['switch', '.mantine-Switch-track', isSeen],
      ['dialog or menu', '.mantine-Modal-content, .mantine-Menu-dropdown', hasLine],
      ['progress', '.mantine-Progress-root', (bar) => hasLine(bar) && look(bar).forcedColorAdjust === 'none'],
      ['skeleton', '.mantine-Skeleton-root', hasLine],
      ['selected row', '[role="row"][data-selected]', hasLine],
      // The border of an option that is not selected is visible, too.
      ['selected option', '[role="option"][aria-selected="true"]', (option) => look(option).outlineStyle === 'solid'],
      ['invalid row', '[role="row"][data-invalid]', (row) => parseFloat(look(row).borderInlineStartWidth) >= 3],
      ['pressed button', '.mantine-Button-root[aria-pressed="true"]', isFilled],
      ['open tab', '[role="tab"][aria-selected="true"]', (tab) => parseFloat(look(tab).borderBottomWidth) >= 2],
      ['completeness map', '[role="slider"] > svg', (map) => look(map).forcedColorAdjust === 'none'],
      ['sign of present images', 'svg[data-kind="present"] > path', isPainted],
      ['sign of missing images', 'svg[data-kind="missing"]', hasLine],
      ['inside of the sign of missing images', 'svg[data-kind="missing"] > path', (path) => !isPainted(path)],
    ];
    const unseen = rules.flatMap(([what, selector, isShown]) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => !isOff(element) && !isShown(element))
        .map((element) => `${what}: ${element.outerHTML.slice(0, 160)}`),
    );
    const focused = document.querySelector(':focus-visible:not(main)');
    if (focused !== null && !hasLine(focused)) unseen.push(`focus: ${focused.outerHTML.slice(0, 160)}`);
    return unseen;
  });
}

/** Returns the elements with animations or transitions. Must be empty with reduced motion. */
export function findMotion(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const seconds = (list: string): number => Math.max(...list.split(',').map((time) => parseFloat(time)));
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const style = getComputedStyle(element);
        if (seconds(style.transitionDuration) > 0.001) return true;
        return style.animationName !== 'none' && seconds(style.animationDuration) > 0.001;
      })
      .map((element) => `moves: ${element.outerHTML.slice(0, 120)}`);
  });
}

/**
 * Returns the parts of Mantine's components that have no styles on this page. The app imports the styles of the components in
 * use one by one, and Mantine names the classes of each of its style sheets `m_` and a number.
 */
export function findUnstyled(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const styled = new Set<string>();
    const collect = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule)
          for (const name of rule.selectorText.match(/m_[\da-f]+/g) ?? []) styled.add(name);
        if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) collect(rule.cssRules);
      }
    };
    for (const sheet of document.styleSheets) collect(sheet.cssRules);
    const parts = [...document.querySelectorAll('[class*="m_"]')].filter(({ classList }) =>
      [...classList].some((name) => /^m_[\da-f]+$/.test(name) && !styled.has(name)),
    );
    return [...new Set(parts.map(({ classList }) => `without styles: ${classList.value}`))];
  });
}
