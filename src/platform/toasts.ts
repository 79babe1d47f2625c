import { shownText } from '../domain/names/shownName';
import { importWithRetry } from './importWithRetry';
import type { Ports } from './ports';

/**
 * Shows toasts in order. The first one loads the code that shows them; a failed load is retried, since a lost connection
 * is one of the things that toasts report.
 */
export function createToasts(load: () => Promise<Ports['toast']>): Ports['toast'] {
  let loading: Promise<Ports['toast']> | undefined;
  return (text, severity, action) => {
    loading ??= importWithRetry(load);
    void loading.then((show) => show(shownText(text), severity, action));
  };
}
