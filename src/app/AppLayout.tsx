import { useEffect, useRef, type RefObject } from 'react';
import { Outlet, useLocation } from 'react-router';
import { TransferAnnouncements } from '../transfers/panel/TransferAnnouncements';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { AppHeader } from './AppHeader';
import classes from './AppLayout.module.css';
import { appWords } from './appWords';
import { Breadcrumbs } from './Breadcrumbs';
import { Contained } from './containment/Contained';
import { LazyInterruptedBar } from './LazyInterruptedBar';
import { LazyTransfersPanel } from './LazyTransfersPanel';
import { LazyUploadEndBar } from './LazyUploadEndBar';
import { OfflineBar } from './OfflineBar';
import { useDropGuard } from './useDropGuard';

const MAIN_ID = 'main';

/**
 * What all pages share: header, breadcrumbs, the page itself, and docked below it the lost network, an interrupted upload
 * and the transfers.
 */
export function AppLayout() {
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  useDropGuard();
  return (
    <div className={classes.page}>
      <a className={classes.skip} href={`#${MAIN_ID}`}>
        {appWords.skipToContent}
      </a>
      <Contained part="header">
        <AppHeader />
        <Breadcrumbs />
      </Contained>
      <main ref={main} id={MAIN_ID} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {/* What comes late comes here, where it pushes nothing of the page. */}
      <div className={classes.dock}>
        <OfflineBar />
        <Contained part="interrupted">
          <LazyInterruptedBar />
        </Contained>
        <Contained part="transfers">
          <LazyUploadEndBar />
          <LazyTransfersPanel />
        </Contained>
      </div>
      {/* It has no place of its own, so that nothing can stand there instead. */}
      <ErrorBoundary fallback={() => null}>
        <TransferAnnouncements />
      </ErrorBoundary>
    </div>
  );
}

/** A new screen has the focus, as a page that the browser loads has: the link that led there is gone. */
function useFocusOnArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
