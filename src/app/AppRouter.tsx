import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router } from 'react-router';
import { HistoryContext, type AppHistory } from '../platform/appHistory';

interface AppRouterProps {
  readonly history: AppHistory;
  /** Loads the code of the screen at a path; returns undefined if it has loaded. Never rejects. */
  readonly loadScreen?: (pathname: string) => Promise<void> | undefined;
  readonly children: ReactNode;
}

/** Shows the latest location of the history once the code of its screen has loaded. Until then, the previous screen stays. */
export function AppRouter({ history, loadScreen, children }: AppRouterProps) {
  const [shown, setShown] = useState(history.current);
  useLayoutEffect(
    () =>
      history.subscribe((entry) => {
        const show = () => startTransition(() => setShown(entry));
        const loading = loadScreen?.(entry.location.pathname);
        if (loading === undefined) show();
        else {
          void loading.then(() => {
            if (history.current() === entry) show();
          });
        }
      }),
    [history, loadScreen],
  );
  return (
    <HistoryContext value={history}>
      <Router navigator={history.navigator} location={shown.location} navigationType={shown.type}>
        {children}
      </Router>
    </HistoryContext>
  );
}
