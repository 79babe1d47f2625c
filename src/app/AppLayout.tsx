import { Outlet } from 'react-router';
import { TransferAnnouncements } from '../transfers/panel/TransferAnnouncements';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { LazyInterruptedBar } from './LazyInterruptedBar';
import { LazyTransfersPanel } from './LazyTransfersPanel';
import { AppHeader } from './AppHeader';
import classes from './AppLayout.module.css';
import { Breadcrumbs } from './Breadcrumbs';
import { Contained } from './containment/Contained';

const MAIN_ID = 'main';

/** What all pages share: header, breadcrumbs, an interrupted upload, the page itself, and the transfers docked below it. */
export function AppLayout() {
  return (
    <div className={classes.page}>
      <a className={classes.skip} href={`#${MAIN_ID}`}>
        Skip to the content
      </a>
      <Contained part="header">
        <AppHeader />
        <Breadcrumbs />
      </Contained>
      <Contained part="interrupted">
        <LazyInterruptedBar />
      </Contained>
      <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <div className={classes.dock}>
        <Contained part="transfers">
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
