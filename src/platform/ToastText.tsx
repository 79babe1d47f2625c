import { useEffect, useSyncExternalStore, type MouseEvent } from 'react';
import type { CountedToast } from './countedToast';
import { platformWords } from './platformWords';
import type { ToastLink } from './ports';

interface ToastTextProps {
  readonly text: string;
  readonly toast: CountedToast;
  readonly link: ToastLink | undefined;
  /** The link was followed. */
  readonly onFollow: () => void;
}

/**
 * A toast's text, and how often it was told. The count is read with the toast, but not said aloud each time it grows.
 * The time of a toast begins when it is shown; it stands still while the window is not in front.
 */
export function ToastText({ text, toast, link, onFollow }: ToastTextProps) {
  const count = useSyncExternalStore(toast.subscribe, toast.count);
  useEffect(() => {
    toast.run();
    window.addEventListener('blur', toast.hold);
    window.addEventListener('focus', toast.run);
    return () => {
      toast.hold();
      window.removeEventListener('blur', toast.hold);
      window.removeEventListener('focus', toast.run);
    };
  }, [toast]);
  const follow = (event: MouseEvent) => {
    // Whoever wants it in another tab gets it there.
    if (link === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.follow();
    onFollow();
  };
  return (
    <span className="toast">
      <span>{text}</span>
      {count > 1 && (
        <>
          {' '}
          <span className="toastCount" aria-live="off">
            {platformWords.toldTimes(count)}
          </span>
        </>
      )}
      {link !== undefined && (
        <>
          {' '}
          <a className="toastLink" href={link.address} onClick={follow}>
            {link.words}
          </a>
        </>
      )}
    </span>
  );
}
