import { enqueueSnackbar, type EnqueueSnackbar } from 'notistack';
import { TOAST_LASTING_MS, TOAST_MS } from '../domain/constants';
import type { Ports, ToastSeverity } from './ports';

/** How long a toast stays: errors and successes longer than plain notices. */
const LIFETIMES_MS: Readonly<Record<ToastSeverity, number>> = {
  error: TOAST_LASTING_MS,
  success: TOAST_LASTING_MS,
  warning: TOAST_MS,
  info: TOAST_MS,
};

/** Until the page has its first picture there is no place for toasts: they come again after so long. */
const NOT_MOUNTED_RETRY_MS = 100;

/** Shows a toast; a text that is on the screen already is not repeated. */
export const showToast: Ports['toast'] = (text, severity) => {
  const show = findEnqueue();
  if (show === undefined) {
    setTimeout(showToast, NOT_MOUNTED_RETRY_MS, text, severity);
    return;
  }
  show(text, { variant: severity, autoHideDuration: LIFETIMES_MS[severity], preventDuplicate: true });
};

/** notistack's types hide that its function does not exist before its provider was mounted for the first time. */
function findEnqueue(): EnqueueSnackbar | undefined {
  return enqueueSnackbar;
}
