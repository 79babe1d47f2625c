import { useWindowEvent } from '@mantine/hooks';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { TransferAnnouncements } from '../features/transfers/TransferAnnouncements';
import { nextFrame } from '../platform/pauses';
import { hasFiles } from '../platform/reading/fileRegistry';
import { DockedBar } from '../ui/DockedBar';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { useOnline } from '../ui/useOnline';
import { AppHeader } from './AppHeader';
import classes from './AppLayout.module.css';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { TransfersDock } from './TransfersDock';

const MAIN_ID = 'main';

/**
 * The frame of every page: the header, the page itself, and below it the docked bars for a lost connection, an
 * interrupted upload and the transfers.
 */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  useDropGuard();
  const dock = useDockHeight();
  return (
    <div className={classes.page}>
      <a className={classes.skip} href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <div className={classes.window}>
        <PartErrorBoundary part="header">
          <AppHeader />
        </PartErrorBoundary>
        <main ref={main} id={MAIN_ID} tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      {/* At the bottom, so that bars that appear later do not move the page. */}
      <div ref={dock} className={classes.dock}>
        <OfflineBar />
        <TransfersDock />
      </div>
      {/* Announcements are visually hidden, and so is their fallback. */}
      <ErrorBoundary fallback={() => null}>
        <TransferAnnouncements />
      </ErrorBoundary>
    </div>
  );
}

/** Not announced: the header announces the loss of the network already. */
function OfflineBar() {
  return useOnline() ? null : (
    <DockedBar kind="trouble" label="Connection">
      You’re offline. Transfers resume automatically.
    </DockedBar>
  );
}

/** Publishes the height of the dock: panes and bars at the bottom of a screen end above it. */
function useDockHeight(): RefObject<HTMLDivElement | null> {
  const dock = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = dock.current;
    if (element === null) return undefined;
    const publish = () => document.documentElement.style.setProperty('--app-dock-height', `${element.offsetHeight}px`);
    // In the next frame, because panes that change their height now would be observed too late, which browsers report.
    const observer = new ResizeObserver(() => void nextFrame().then(publish));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return dock;
}

/**
 * Moves the focus to the content after a navigation, as a browser does: the link that had the focus is gone. Runs before the
 * effects of the new content, parts of which may take the focus.
 */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}

/**
 * Keeps the browser from opening files that are dropped outside a drop area, which would end running uploads. Its
 * listeners are on `window` and run last, so a drop area has already prevented the default of its own drops.
 */
function useDropGuard(): void {
  useWindowEvent('dragover', preventOpening);
  useWindowEvent('drop', preventOpening);
}

function preventOpening(event: DragEvent): void {
  if (event.defaultPrevented || event.dataTransfer === null || !hasFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
