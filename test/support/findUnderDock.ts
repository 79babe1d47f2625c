/**
 * Runs in a page. Returns the controls and texts of the page that the dock of the transfers lies over. A dock as wide as the window
 * is its lower edge: at rest, a page that scrolls continues below it, as it does below the edge of any window.
 */
export function findUnderDock(moment: 'at rest' | 'at the end' | 'with the focus'): string[] {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="slider"]';
  const REGIONS = ['Transfers', 'Finished upload', 'Interrupted upload'].map((name) => `[aria-label="${name}"]`);
  const dock = document.querySelector(REGIONS.join())?.parentElement;
  if (dock === null || dock === undefined) return ['there is no dock'];
  const page = document.documentElement;
  const scrollToEnds = (isEnd: boolean): void => {
    for (const area of document.querySelectorAll('main *')) area.scrollTop = isEnd ? area.scrollHeight : 0;
    window.scrollTo(0, isEnd ? page.scrollHeight : 0);
  };
  /** Returns the part of a box that the scrolling areas around it show. */
  const shownPart = (box: DOMRect, within: Element) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let at: Element | null = within; at !== null && at !== page; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const area = at.getBoundingClientRect();
      [left, top] = [Math.max(left, area.left), Math.max(top, area.top)];
      [right, bottom] = [Math.min(right, area.right), Math.min(bottom, area.bottom)];
    }
    return { left, top, right, bottom };
  };
  const isUnderDock = (box: DOMRect, within: Element): boolean => {
    const edge = dock.getBoundingClientRect();
    const { left, top, right, bottom } = shownPart(box, within);
    const width = Math.min(right, edge.right) - Math.max(left, edge.left);
    const height = Math.min(bottom, edge.bottom, window.innerHeight) - Math.max(top, edge.top);
    return bottom > top && right > left && width > 1 && height > 1;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
  const isCovered = (element: Element): boolean =>
    [...element.getClientRects()].some((box) => isUnderDock(box, element.parentElement ?? element));
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
  const controls = [...document.querySelectorAll<HTMLElement>(`header :is(${CONTROLS}), main :is(${CONTROLS})`)];
  const shown = controls.filter(isShown);
  if (moment === 'with the focus') {
    scrollToEnds(false);
    return shown.flatMap((control) => {
      control.focus();
      return document.activeElement === control && isCovered(control) ? [nameOf(control)] : [];
    });
  }
  scrollToEnds(moment === 'at the end');
  const { left, right, bottom } = dock.getBoundingClientRect();
  // Without the space that is reserved for a scroll bar.
  const { right: edge } = document.body.getBoundingClientRect();
  const isEdge = left < 1 && right > edge - 1 && bottom > window.innerHeight - 1;
  if (moment === 'at rest' && isEdge && page.scrollHeight > window.innerHeight) return [];
  const texts = document.createTreeWalker(document.querySelector('main') ?? page, NodeFilter.SHOW_TEXT);
  const coveredTexts: string[] = [];
  while (texts.nextNode() !== null) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement === null || textContent === null || textContent.trim() === '' || !isShown(parentElement))
      continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    if ([...range.getClientRects()].some((box) => isUnderDock(box, parentElement))) coveredTexts.push(textContent);
  }
  return [...shown.filter(isCovered).map(nameOf), ...coveredTexts];
}
