import { shownText } from '../domain/names/shownName';
import { importWithRetry } from './importWithRetry';
import type { Ports } from './ports';

/** The part of the ports that shows toasts. */
export type ToastPorts = Pick<Ports, 'toast' | 'closeToasts'>;

/**
 * Shows toasts in order. The first one loads the code that shows them; a failed load is retried, since a lost connection
 * is one of the things that toasts report.
 */
export function createToasts(load: () => Promise<ToastPorts>): ToastPorts {
  let loading: Promise<ToastPorts> | undefined;
  return {
    toast: (text, severity, action) => {
      loading ??= importWithRetry(load);
      void loading.then(({ toast }) => toast(shownText(text), severity, action));
    },
    closeToasts: (isObsolete) => void loading?.then(({ closeToasts }) => closeToasts(isObsolete)),
  };
}
