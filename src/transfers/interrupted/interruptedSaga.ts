import { eventChannel, type Channel } from 'redux-saga';
import { actionChannel, all, arm, call, fork, put, takeFrom, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { loginFound } from '../../session/sessionSlice';
import { discardInterrupted } from './discardInterrupted';
import { findInterrupted, tabLock, type FoundInResumeStore } from './findInterrupted';
import { checkRequested, discardRequested, reopenRequested, resumeRequested } from './interruptedSlice';
import { openUploadEvents, persistUploads } from './persistUploads';
import { reopenInterrupted, resumeInterrupted } from './resumeInterrupted';

type Command = ReturnType<
  typeof loginFound | typeof checkRequested | typeof reopenRequested | typeof resumeRequested | typeof discardRequested
>;

/** Persists this page's uploads, and offers to resume those of pages that have closed. */
export function* interruptedSaga(): SagaOf<void> {
  const ports = yield* getPorts();
  const tab = yield* call(ports.random.uuid);
  const events = yield* openUploadEvents();
  // Other pages take records without a lock for interrupted ones, so nothing is written before the lock is held.
  const release = yield* call(ports.locks.acquire, tabLock(tab), new AbortController().signal);
  try {
    yield* all([arm.call(persistUploads, tab, events), arm.call(watchCommands, tab)]);
  } finally {
    release?.();
  }
}

/** Reads the resume store at startup and after each command, and executes commands one after another. */
function* watchCommands(tab: string): SagaOf<void> {
  const commands: Channel<Command> = yield* actionChannel(
    loginFound,
    checkRequested,
    reopenRequested,
    resumeRequested,
    discardRequested,
  );
  const watchedTabs = new Set<string>();
  yield* fork(checkOnReturn);
  for (;;) {
    const found = yield* findInterrupted(tab);
    for (const other of found.openTabs) {
      if (watchedTabs.has(other)) continue;
      watchedTabs.add(other);
      yield* fork(checkWhenClosed, other, watchedTabs);
    }
    yield* execute(yield* takeFrom(commands), found);
  }
}

function* execute(command: Command, { handles }: FoundInResumeStore): SagaOf<void> {
  if (reopenRequested.match(command)) yield* reopenInterrupted(handles);
  else if (resumeRequested.match(command)) yield* resumeInterrupted(command.payload.files);
  else if (discardRequested.match(command)) yield* discardInterrupted();
}

/** Another tab may have changed the resume store while the user was away. */
function* checkOnReturn(): SagaOf<void> {
  const { page } = yield* getPorts();
  const returns = eventChannel<object>((emit) => page.onReturn(() => emit({})));
  try {
    for (;;) {
      yield* takeFrom(returns);
      yield* put(checkRequested());
    }
  } finally {
    returns.close();
  }
}

/** When another page closes, its uploads can be resumed here. */
function* checkWhenClosed(tab: string, watchedTabs: Set<string>): SagaOf<void> {
  const { locks } = yield* getPorts();
  yield* call(locks.exclusive, tabLock(tab), () => Promise.resolve());
  watchedTabs.delete(tab);
  yield* put(checkRequested());
}
