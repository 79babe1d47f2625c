import { counted, plural } from '@data-manager/lib/plural';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';

/** Explains why a command did not apply to some of its files. */
export function* toastElsewhere(files: number): SagaOf<void> {
  if (files === 0) return;
  const { toast } = yield* getPorts();
  const were = plural(files, 'was', 'were');
  yield* call(toast, `${counted(files, 'interrupted file')} ${were} resumed or discarded in another tab.`, 'info');
}
