import { useMediaQuery } from '@mantine/hooks';
import { SnackbarProvider, type SnackbarKey } from 'notistack';
import type { Ref } from 'react';
import { createRoot } from 'react-dom/client';
import { TOAST_LASTING_MS, TOAST_MS } from '@data-manager/domain/constants';
import { Sentence } from '../Sentence';
import type { ShownToast, ToastAction, ToastSeverity } from './toastPorts';
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
      <Toasts
        ref={(provider) => {
          if (provider !== null) resolve(createToastPorts(provider));
        }}
      />,
    );
  });
}

/** Fewer toasts in a low window, where four would leave no room for a dialog. */
function Toasts({ ref }: { readonly ref: Ref<SnackbarProvider> }) {
  const isLow = useMediaQuery('(max-height: 40em)');
  return (
    <SnackbarProvider
      ref={ref}
      maxSnack={isLow ? 2 : 4}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      classes={{ containerAnchorOriginTopRight: 'toasts' }}
    />
  );
}

function createToastPorts(provider: SnackbarProvider): ToastStack {
  let count = 0;
  /** Those that are shown or wait for a place. */
  const shown = new Map<SnackbarKey, ShownToast & { readonly severity: ToastSeverity }>();
  const close = (key: SnackbarKey) => {
    // At once, so that the same text can be shown again while this toast leaves the screen.
    shown.delete(key);
    provider.closeSnackbar(key);
  };
  const isShown = (text: string, severity: ToastSeverity) =>
    [...shown.values()].some((one) => one.text === text && one.severity === severity && one.path === undefined);
  return {
    toast: (text, severity, action) => {
      // Each action acts on something else, so none of its toasts is a duplicate.
      if (action === undefined && isShown(text, severity)) return;
      const key = (count += 1);
      shown.set(key, { text, severity, ...(action && { path: action.path }) });
      provider.enqueueSnackbar(<Sentence>{text}</Sentence>, {
        key,
        variant: severity,
        autoHideDuration: LIFETIMES_MS[severity],
        action: <ToastButtons action={action} onClose={() => close(key)} />,
        onExited: () => shown.delete(key),
      });
    },
    closeToasts: (isObsolete = () => true) => {
      for (const [key, toast] of shown) if (isObsolete(toast)) close(key);
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
