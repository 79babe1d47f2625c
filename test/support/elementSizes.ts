/**
 * Gives every element a size, since jsdom has no layout: rows of a grid are 40 px high, everything else is 600 × 800 px.
 * A virtualized list needs it to mount any rows. `restoreMocks` removes the sizes after each test.
 */
export function giveElementsSizes(): void {
  const height = function (this: Element) {
    return this.getAttribute('role') === 'row' ? 40 : 600;
  };
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(height);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(height);
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800);
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, options?: ScrollToOptions | number) {
    const top = typeof options === 'object' ? (options.top ?? 0) : (options ?? 0);
    if (top === this.scrollTop) return;
    this.scrollTop = top;
    this.dispatchEvent(new Event('scroll'));
  };
}
