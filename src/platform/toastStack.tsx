import { SnackbarProvider } from 'notistack';
import { createRoot } from 'react-dom/client';
import { TOAST_LASTING_MS, TOAST_MS } from '../domain/constants';
import type { Ports, ToastSeverity } from './ports';

const LIFETIMES_MS: Readonly<Record<ToastSeverity, number>> = {
  error: TOAST_LASTING_MS,
  success: TOAST_LASTING_MS,
  warning: TOAST_MS,
  info: TOAST_MS,
};

/** Mounts the stack of toasts beside the app and returns the function that shows one. */
export function mountToastStack(page: Document): Promise<Ports['toast']> {
  const container = page.createElement('div');
  container.className = 'toastPlace';
  page.body.append(container);
  publishHeight(container);
  return new Promise((resolve) => {
    createRoot(container).render(
      <SnackbarProvider
        ref={(provider) => {
          if (provider !== null) resolve((...toast) => showToast(provider, ...toast));
        }}
        maxSnack={4}
        preventDuplicate
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        classes={{ containerAnchorOriginTopRight: 'toasts' }}
      />,
    );
  });
}

function showToast(provider: SnackbarProvider, ...[text, severity, action]: Parameters<Ports['toast']>): void {
  provider.enqueueSnackbar(text, {
    // Toasts with the same key are duplicates.
    key: `${severity} ${text}`,
    variant: severity,
    autoHideDuration: LIFETIMES_MS[severity],
    ...(action !== undefined && {
      action: (key) => (
        <button
          type="button"
          className="toastAction"
          onClick={() => {
            provider.closeSnackbar(key);
            action.run();
          }}
        >
          {action.label}
        </button>
      ),
    }),
  });
}

/** Sets the height of the stack as a CSS variable: an open dialog ends above the toasts. */
function publishHeight(container: HTMLElement): void {
  const { style } = container.ownerDocument.documentElement;
  new ResizeObserver(() => style.setProperty('--app-toasts-height', `${container.offsetHeight}px`)).observe(container);
}
