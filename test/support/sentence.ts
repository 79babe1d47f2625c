/** Matches the element whose text is a sentence, in which names have elements of their own. */
export function sentence(text: string) {
  const matches = (element: Element) => element.textContent === text;
  return (_content: string, element: Element | null): boolean =>
    element !== null && matches(element) && ![...element.children].some(matches);
}
