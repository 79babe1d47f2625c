import type { ToastPorts } from './toastPorts';

/** The calls of a mounted stack. */
export type ToastStack = Omit<ToastPorts, 'preloadToasts'>;

/** Shows toasts in order. The first one mounts their stack. */
export function createToasts(mountStack: () => Promise<ToastStack>): ToastStack {
  let stack: Promise<ToastStack> | undefined;
  return {
    toast: (text, severity, action) => {
      stack ??= mountStack();
      void stack.then(({ toast }) => toast(text, severity, action));
    },
    closeToasts: (isObsolete) => void stack?.then(({ closeToasts }) => closeToasts(isObsolete)),
  };
}
