import { NO_UPLOADS } from '@data-manager/domain/uploads/uploadQueue';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import { checkRequested, tabOpened } from './interrupted/interruptedSlice';
import { offerInterrupted } from './interrupted/offerInterrupted';
import { shareMachine } from './machine/shareMachine';
import { uploadPersistence } from './uploads/persistUploads';
import { runUploads } from './uploads/runUploads';
import { UPLOADS } from './uploads/takeOver';
import { executeCommand, UPLOAD_COMMANDS } from './uploads/uploadCommands';

/** Runs the uploads of this page, and offers those of closed pages. */
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
    drive: [runUploads, () => offerInterrupted(page)],
  });
}
