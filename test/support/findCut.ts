/**
 * Runs in a page. Returns the texts that are cut: at an edge of their cell, or by a frame that does not scroll, with an ellipsis or
 * without.
 */
export function findCut(): string[] {
  const CELLS = '[role="gridcell"], [role="row"] > *, [role="option"]';
  /** Descriptions, titles of other pages and messages of jobs, which are shown in full elsewhere. */
  const isShort = (element: Element): boolean =>
    getComputedStyle(element).webkitLineClamp !== 'none' ||
    element.closest('[aria-label="Breadcrumb"], [role="status"]:has(> * [aria-label="Details"])') !== null;
  const title = document.querySelector('main h1')?.textContent.trim();
  const isCut = (text: Node, parent: Element): boolean => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const words = range.getBoundingClientRect();
    // Details take the width of their row.
    const isDetail = parent.closest('[data-row-details]') !== null;
    for (let at: Element | null = parent; at !== null && at !== document.body; at = at.parentElement) {
      const { display, overflowX, overflowY, position } = getComputedStyle(at);
      if (display === 'contents') continue;
      const frame = at.getBoundingClientRect();
      const cuts = (overflow: string): boolean =>
        (at.matches(CELLS) && !isDetail) || overflow === 'hidden' || overflow === 'clip';
      // Texts for screen readers are cut on purpose.
      if (isShort(at) || (cuts(overflowX) && frame.width <= 1)) return false;
      if (cuts(overflowX) && (words.right > frame.right + 1 || words.left < frame.left - 1)) return true;
      if (cuts(overflowY) && (words.bottom > frame.bottom + 1 || words.top < frame.top - 1)) return true;
      const scrolls = [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
      if (scrolls || position === 'fixed') return false;
    }
    return false;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut = new Set<string>();
  while (texts.nextNode() !== null) {
    const { parentElement, textContent } = texts.currentNode;
    const words = textContent?.trim() ?? '';
    if (
      words === '' ||
      words === title ||
      parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) !== true
    )
      continue;
    if (isCut(texts.currentNode, parentElement)) cut.add(words);
  }
  return [...cut];
}
