/** Runs in a page. Returns the texts of lists that are cut at an edge of their cell or frame. */
export function findCut(): string[] {
  const cells = [...document.querySelectorAll('[role="gridcell"], [role="row"] > *, [role="option"]')];
  const isCut = (cell: Element): boolean => {
    if (!cell.checkVisibility({ visibilityProperty: true })) return false;
    const edge = cell.getBoundingClientRect();
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      // Texts for screen readers are cut on purpose.
      if (texts.currentNode.parentElement?.closest('.mantine-VisuallyHidden-root') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const text = range.getBoundingClientRect();
      if (text.right > edge.right + 1 || text.bottom > edge.bottom + 1) return true;
    }
    return false;
  };
  return cells.filter(isCut).map((cell) => cell.textContent.trim());
}
