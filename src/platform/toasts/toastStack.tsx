import { SnackbarProvider, type OptionsObject, type SnackbarKey } from 'notistack';
import { createRoot } from 'react-dom/client';
import { TOAST_LASTING_MS, TOAST_MS } from '@data-manager/domain/constants';
import type { ToastAction, ToastSeverity } from './toastPorts';
import type { ToastStack } from './toasts';

const LIFETIMES_MS: Readonly<Record<ToastSeverity, number>> = {
  error: TOAST_LASTING_MS,
  success: TOAST_LASTING_MS,
  warning: TOAST_MS,
  info: TOAST_MS,
};

/** Mounts the stack of toasts beside the app. */
export function mountToastStack(page: Document): Promise<ToastStack> {
  const container = page.createElement('div');
  container.className = 'toastPlace';
  page.body.append(container);
  publishHeight(container);
  return new Promise((resolve) => {
    createRoot(container).render(
      <SnackbarProvider
        ref={(provider) => {
          if (provider !== null) resolve(createToastPorts(provider));
        }}
        maxSnack={4}
        preventDuplicate
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        classes={{ containerAnchorOriginTopRight: 'toasts' }}
      />,
    );
  });
}

function createToastPorts(provider: SnackbarProvider): ToastStack {
  let actionCount = 0;
  /** The paths of the shown toasts with an action. */
  const paths = new Map<SnackbarKey, string>();
  const addPath = ({ path }: ToastAction): OptionsObject => {
    // Each one acts on something else, so none is a duplicate.
    const key = `action ${(actionCount += 1)}`;
    paths.set(key, path);
    return { key, onExited: () => paths.delete(key) };
  };
  return {
    toast: (text, severity, action) =>
      provider.enqueueSnackbar(text, {
        // Toasts with the same key are duplicates.
        key: `${severity} ${text}`,
        variant: severity,
        autoHideDuration: LIFETIMES_MS[severity],
        action: (key) => <ToastButtons action={action} onClose={() => provider.closeSnackbar(key)} />,
        ...(action && addPath(action)),
      }),
    closeToasts: (isObsolete) => {
      if (isObsolete === undefined) provider.closeSnackbar();
      else for (const [key, path] of paths) if (isObsolete(path)) provider.closeSnackbar(key);
    },
  };
}

interface ToastButtonsProps {
  readonly action: ToastAction | undefined;
  readonly onClose: () => void;
}

/** A toast covers buttons of the page, so it can be dismissed. */
function ToastButtons({ action, onClose }: ToastButtonsProps) {
  return (
    <>
      {action !== undefined && (
        <button
          type="button"
          className="toastAction"
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="toastClose" aria-label="Dismiss" onClick={onClose}>
        <svg width="14" height="14" viewBox="0 0 14 14" stroke="currentColor" strokeWidth="1.5" aria-hidden>
          <path d="M2 2l10 10M12 2L2 12" />
        </svg>
      </button>
    </>
  );
}

/** Sets the height of the stack as a CSS variable: an open dialog ends above the toasts. */
function publishHeight(container: HTMLElement): void {
  const { style } = container.ownerDocument.documentElement;
  new ResizeObserver(() => style.setProperty('--app-toasts-height', `${container.offsetHeight}px`)).observe(container);
}
