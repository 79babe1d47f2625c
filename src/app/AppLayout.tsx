import { useResizeObserver, useWindowEvent } from '@mantine/hooks';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { selectIsUnreachable } from '../api/healQueries';
import { hasFiles } from '../platform/reading/fileRegistry';
import { DockedBar } from '../ui/DockedBar';
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
        <ConnectionBar />
        <TransfersDock />
      </div>
    </div>
  );
}

/** The one place that reports an outage. The header announces the loss of the network already. */
function ConnectionBar() {
  const isOnline = useOnline();
  const isUnreachable = useSelector(selectIsUnreachable);
  return (
    <div aria-live={isOnline ? 'polite' : 'off'}>
      {(isUnreachable || !isOnline) && (
        <DockedBar kind="trouble" label="Connection">
          {isOnline
            ? 'The server can’t be reached. What is missing loads automatically.'
            : 'You’re offline. Transfers resume automatically.'}
        </DockedBar>
      )}
    </div>
  );
}

/** Publishes the height of the dock: panes and bars at the bottom of a screen end above it. */
function useDockHeight() {
  const [dock, { height }] = useResizeObserver<HTMLDivElement>();
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--app-dock-height', `${height}px`);
  }, [height]);
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
