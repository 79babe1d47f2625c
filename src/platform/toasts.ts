import { shownText } from '../domain/names/shownName';
import type { Ports } from './ports';

/** The part of the ports that shows toasts. */
export type ToastPorts = Pick<Ports, 'toast' | 'closeToasts'>;

/** Shows toasts in order. The first one mounts their stack. */
export function createToasts(mountStack: () => Promise<ToastPorts>): ToastPorts {
  let stack: Promise<ToastPorts> | undefined;
  return {
    toast: (text, severity, action) => {
      stack ??= mountStack();
      void stack.then(({ toast }) => toast(shownText(text), severity, action));
    },
    closeToasts: (isObsolete) => void stack?.then(({ closeToasts }) => closeToasts(isObsolete)),
  };
}
