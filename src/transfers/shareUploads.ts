import { NO_UPLOADS } from '@data-manager/domain/uploads/uploadQueue';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import { checkRequested, tabOpened } from './interrupted/interruptedSlice';
import { offerInterrupted } from './interrupted/offerInterrupted';
import { driveLater } from './machine/driveLater';
import { shareMachine } from './machine/shareMachine';
import { uploadPersistence } from './uploads/persistUploads';
import { UPLOADS } from './uploads/takeOver';
import { executeCommand, UPLOAD_COMMANDS } from './uploads/uploadCommands';
import type { WithUploads } from './uploads/uploadsSelectors';

const driveUploads = driveLater(
  ({ uploads }: WithUploads) => uploads.files.length > 0,
  async () => (await import('./uploads/runUploads')).runUploads,
);

/** Runs the uploads of this page, and offers the uploads of closed pages. */
export function* shareUploads(): SagaOf<void> {
  const { random } = yield* getPorts();
  const page = yield* call(random.uuid);
  yield* shareMachine({
    name: UPLOADS,
    owner: 'issuer',
    page,
    nothing: NO_UPLOADS,
    commands: UPLOAD_COMMANDS,
    execute: executeCommand,
    *restore(isDriver) {
      yield* put(isDriver ? tabOpened({ tab: page }) : checkRequested());
    },
    persistence: uploadPersistence(page),
    drive: [driveUploads, () => offerInterrupted(page)],
  });
}
