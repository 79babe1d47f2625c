import { SnackbarProvider } from 'notistack';
import { createRoot } from 'react-dom/client';
import { TOAST_LASTING_MS, TOAST_MS } from '../domain/constants';
import type { Ports, ToastSeverity } from './ports';

/** How long a toast stays: errors and successes longer than plain notices. */
const LIFETIMES_MS: Readonly<Record<ToastSeverity, number>> = {
  error: TOAST_LASTING_MS,
  success: TOAST_LASTING_MS,
  warning: TOAST_MS,
  info: TOAST_MS,
};

/** Makes the place for toasts, beside the app. What comes back shows one; a text that is on the screen is not repeated. */
export function mountToastStack(page: Document): Promise<Ports['toast']> {
  const place = page.createElement('div');
  page.body.append(place);
  return new Promise((resolve) => {
    const giveBack = (stack: SnackbarProvider | null): void => {
      if (stack === null) return;
      resolve((text, severity) => {
        stack.enqueueSnackbar(text, {
          variant: severity,
          autoHideDuration: LIFETIMES_MS[severity],
          preventDuplicate: true,
        });
      });
    };
    createRoot(place).render(
      <SnackbarProvider
        ref={giveBack}
        maxSnack={4}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        classes={{ containerAnchorOriginTopRight: 'toasts' }}
      />,
    );
  });
}
