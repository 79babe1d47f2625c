import { shownText } from '../domain/names/shownName';
import { loadPatiently } from './loadPatiently';
import type { Ports } from './ports';

type ShowToast = Ports['toast'];

/**
 * Toasts whose code comes with the first of them. What is told meanwhile waits, in its order. A load that fails is tried
 * again: that the network is gone has to be told all the same.
 * @param load gives what shows toasts, when there is a place for them
 */
export function createToasts(load: () => Promise<ShowToast>): ShowToast {
  const waiting: Parameters<ShowToast>[] = [];
  let show: ShowToast | undefined;

  const begin = (loaded: ShowToast): void => {
    show = (text, severity) => loaded(shownText(text), severity);
    for (const toast of waiting.splice(0)) show(...toast);
  };

  return (text, severity) => {
    if (show !== undefined) show(text, severity);
    else if (waiting.push([text, severity]) === 1) void loadPatiently(load).then(begin);
  };
}
