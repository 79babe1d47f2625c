import { useSelector } from 'react-redux';
import { selectHasInterrupted } from '../transfers/interrupted/interruptedSelectors';
import { latePart } from '../ui/latePart';

const InterruptedBar = latePart(() =>
  import('../transfers/interrupted/InterruptedBar').then((module) => module.InterruptedBar),
);

/** The bar of an interrupted upload, whose code comes only where there is one. */
export function LazyInterruptedBar() {
  return useSelector(selectHasInterrupted) ? <InterruptedBar /> : null;
}
