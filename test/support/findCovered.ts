/**
 * Runs in a page. Returns the controls that can't be clicked at their centres, because something else is there: another
 * element, a scroll bar, or the edge of an area that does not scroll.
 */
export function findCovered(): string[] {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="slider"]';
  const isUsed = (control: Element): boolean =>
    control.checkVisibility({ visibilityProperty: true }) &&
    control.closest('[inert], [aria-hidden="true"], [hidden]') === null &&
    control.getBoundingClientRect().width > 1;
  const hitBy = (control: Element): Element | null => {
    // A link in a text may break into several boxes: browsers are told to click the first one.
    const [{ left, top, width, height } = control.getBoundingClientRect()] = control.getClientRects();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  const isHit = (control: Element): boolean => {
    const hit = hitBy(control);
    if (hit === null) return false;
    return control.contains(hit) || (control instanceof HTMLInputElement && hit.closest('label')?.control === control);
  };
  // What is behind a dialog is inert.
  const root = document.querySelector('[role="dialog"][aria-modal="true"]') ?? document;
  return [...root.querySelectorAll(CONTROLS)].filter(isUsed).flatMap((control) => {
    if (isHit(control)) return [];
    control.scrollIntoView({ block: 'center', inline: 'nearest' });
    // The link to the content is above the page until it has the focus.
    if (isHit(control) || control.getBoundingClientRect().bottom <= 0) return [];
    const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
    const cover = hitBy(control)?.outerHTML.slice(0, 120) ?? 'nothing';
    return [`${window.innerWidth} px: ${control.localName} “${name}” is covered by ${cover}`];
  });
}
