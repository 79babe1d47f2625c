import { useEffect, useReducer, useRef, type RefObject } from 'react';

/**
 * Returns a function that focuses the element with the given `data-path` inside the form, as soon as it is rendered.
 * Passing undefined does nothing.
 */
export function useFocusRequest(form: RefObject<HTMLElement | null>): (path: string | undefined) => void {
  const requested = useRef<string>(undefined);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (requested.current === undefined) return;
    const elements = [...(form.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const element = elements.find(({ dataset }) => dataset.path === requested.current);
    if (element === undefined) return;
    requested.current = undefined;
    element.focus();
  });
  return (path) => {
    requested.current = path;
    rerender();
  };
}
