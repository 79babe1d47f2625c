import type { Ports } from './ports';

/** The clipboard. It exists in secure contexts only, which the types do not say. */
export function createCopyText(navigator: Partial<Pick<Navigator, 'clipboard'>>): Ports['copyText'] {
  return async (text) => {
    try {
      if (navigator.clipboard === undefined) return false;
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };
}
