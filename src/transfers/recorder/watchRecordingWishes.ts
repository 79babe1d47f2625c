import { call, getContext, select, take, type SagaOf } from '../../lib/typedEffects';
import type { TransferRecorder } from './createRecorder';
import { saveRecordingRequested } from './recorderWishes';

/** Saves the recording when a person asks for it. */
export function* watchRecordingWishes(): SagaOf<void> {
  const recorder = yield* getContext<TransferRecorder>('recorder');
  for (;;) {
    yield* take(saveRecordingRequested);
    yield* call(recorder.save, yield* select((state: object) => state));
  }
}
