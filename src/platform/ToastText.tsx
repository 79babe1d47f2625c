import { useEffect, useSyncExternalStore } from 'react';
import type { CountedToast } from './countedToast';
import { platformWords } from './platformWords';

interface ToastTextProps {
  readonly text: string;
  readonly toast: CountedToast;
}

/**
 * A toast's text, and how often it was told. The count is read with the toast, but not said aloud each time it grows.
 * The time of a toast begins when it is shown; it stands still while the window is not in front.
 */
export function ToastText({ text, toast }: ToastTextProps) {
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
    </span>
  );
}
