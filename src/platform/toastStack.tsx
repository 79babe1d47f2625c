import { SnackbarProvider } from 'notistack';
import { createRoot } from 'react-dom/client';
import { TOAST_LASTING_MS, TOAST_MS } from '../domain/constants';
import { createCountedToast, type CountedToast } from './countedToast';
import type { Ports, ToastSeverity } from './ports';
import { ToastText } from './ToastText';

/** How long a toast stays: errors and successes longer than plain notices. */
const LIFETIMES_MS: Readonly<Record<ToastSeverity, number>> = {
  error: TOAST_LASTING_MS,
  success: TOAST_LASTING_MS,
  warning: TOAST_MS,
  info: TOAST_MS,
};

/** Makes the place for toasts, beside the app. What comes back shows one; what stands there already is counted in place. */
export function mountToastStack(page: Document): Promise<Ports['toast']> {
  const place = page.createElement('div');
  place.className = 'toastPlace';
  page.body.append(place);
  tellHeight(place);
  return new Promise((resolve) => {
    createRoot(place).render(
      <SnackbarProvider
        ref={(stack) => {
          if (stack !== null) resolve(createTeller(stack));
        }}
        maxSnack={4}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        classes={{ containerAnchorOriginTopRight: 'toasts' }}
      />,
    );
  });
}

/** Lets the page know how high the toasts are together: a dialog that is open ends above them. */
function tellHeight(place: HTMLElement): void {
  const { style } = place.ownerDocument.documentElement;
  new ResizeObserver(() => style.setProperty('--app-toasts-height', `${place.offsetHeight}px`)).observe(place);
}

function createTeller({ enqueueSnackbar, closeSnackbar }: SnackbarProvider): Ports['toast'] {
  const standing = new Map<string, CountedToast>();
  let shown = 0;
  return (text, severity) => {
    const trouble = `${severity} ${text}`;
    const known = standing.get(trouble);
    if (known !== undefined) {
      known.tellAgain();
      return;
    }
    const key = (shown += 1);
    const toast = createCountedToast(LIFETIMES_MS[severity], () => closeSnackbar(key));
    standing.set(trouble, toast);
    enqueueSnackbar(<ToastText text={text} toast={toast} />, {
      key,
      variant: severity,
      // The toast counts its own time.
      autoHideDuration: null,
      SnackbarProps: { onMouseEnter: toast.hold, onMouseLeave: toast.run },
      onClose: () => void standing.delete(trouble),
    });
  };
}
