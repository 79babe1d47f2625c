import { useCallback, useEffect, useReducer, useRef, type RefObject } from 'react';

/**
 * Puts the focus on the part of a form with a `data-path`, as soon as the form shows it.
 * @returns wishes for it; undefined wishes for nothing
 */
export function useFocusWish(form: RefObject<HTMLElement | null>): (path: string | undefined) => void {
  const wish = useRef<string>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (wish.current === undefined) return;
    const parts = [...(form.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const part = parts.find(({ dataset }) => dataset.path === wish.current);
    if (part === undefined) return;
    wish.current = undefined;
    part.focus();
  });
  return useCallback((path) => {
    wish.current = path;
    redraw();
  }, []);
}
