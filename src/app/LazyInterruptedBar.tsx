import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectHasInterrupted } from '../transfers/interrupted/interruptedSelectors';

const InterruptedBar = lazy(() =>
  import('../transfers/interrupted/InterruptedBar').then((module) => ({ default: module.InterruptedBar })),
);

/** The bar of an interrupted upload, whose code comes only where there is one. */
export function LazyInterruptedBar() {
  const isShown = useSelector(selectHasInterrupted);
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <InterruptedBar />
    </Suspense>
  );
}
