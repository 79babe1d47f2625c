/** Runs in a page. Returns the texts of lists that are cut at the edge of their cell. */
export function findCut(): string[] {
  const cells = [...document.querySelectorAll('[role="gridcell"], [role="row"] > *')];
  const isCut = (cell: Element): boolean => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return (
      cell.checkVisibility({ visibilityProperty: true }) &&
      range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
    );
  };
  return cells.filter(isCut).map((cell) => cell.textContent.trim());
}
