import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { checkRequested } from '../transfers/interrupted/interruptedSlice';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { lazyWithRetry } from '../ui/lazyWithRetry';

/** The code of announcements and checks must not compete with the first screen. */
const WAIT_MS = 1_000;

const LazyTransferAnnouncements = lazyWithRetry(() =>
  import('../features/transfers/TransferAnnouncements').then((module) => module.TransferAnnouncements),
);

/** Begins what needs the configuration or has to wait for the first screen. Mount it with that screen. */
export function AfterStart() {
  const dispatch = useDispatch();
  const [isShown, setIsShown] = useState(false);
  const begin = () => {
    setIsShown(true);
    // The configuration says whether the server lists the uploads that other computers have begun.
    dispatch(checkRequested());
  };
  useTimeout(begin, WAIT_MS, { autoInvoke: true });
  // Announcements are visually hidden, and so is their fallback.
  return <ErrorBoundary fallback={() => null}>{isShown && <LazyTransferAnnouncements />}</ErrorBoundary>;
}
