/**
 * Gives every element a size, which jsdom does not: rows of a grid 40 px, everything else 600 × 800 px. Without it a
 * virtual list sees no room and shows nothing. `restoreMocks` takes it back after the test.
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
    this.scrollTop = typeof options === 'object' ? (options.top ?? 0) : (options ?? 0);
    this.dispatchEvent(new Event('scroll'));
  };
}
