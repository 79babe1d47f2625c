import { eventChannel, type Channel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import { actionChannel, call, fork, put, takeFrom, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { loginFound } from '../../session/sessionSlice';
import { discardInterrupted } from './discardInterrupted';
import { findInterrupted, type JournalFindings } from './findInterrupted';
import { checkRequested, discardRequested, reopenRequested, resumeRequested } from './interruptedSlice';
import { reopenInterrupted, resumeInterrupted } from './resumeInterrupted';
import { tabLock } from './tabLock';

type Wish = ReturnType<
  typeof loginFound | typeof checkRequested | typeof reopenRequested | typeof resumeRequested | typeof discardRequested
>;

/** Offers what other pages have left behind, at the start and whenever that may have changed, and does as is wished. */
export function* watchInterrupted(tab: string): SagaOf<void> {
  const wishes: Channel<Wish> = yield* actionChannel(
    loginFound,
    checkRequested,
    reopenRequested,
    resumeRequested,
    discardRequested,
  );
  const watched = new Set<string>();
  yield* fork(watchReturns);
  for (;;) {
    const findings = yield* findInterrupted(tab);
    for (const other of findings.livingTabs) {
      if (watched.has(other)) continue;
      watched.add(other);
      yield* fork(watchTab, other, watched);
    }
    yield* doAsWished(yield* takeFrom(wishes), findings);
  }
}

function* doAsWished(wish: Wish, { handles }: JournalFindings): SagaOf<void> {
  if (reopenRequested.match(wish)) yield* reopenInterrupted(handles);
  else if (resumeRequested.match(wish)) yield* resumeInterrupted(wish.payload.files);
  else if (discardRequested.match(wish)) yield* discardInterrupted();
}

/** While the person was elsewhere, another tab may have begun, ended or taken over something. */
function* watchReturns(): SagaOf<void> {
  const ports = yield* getPorts();
  const returns = eventChannel<true>((emit) => ports.page.onReturn(() => emit(true)));
  try {
    for (;;) {
      yield effects.take(returns);
      yield* put(checkRequested());
    }
  } finally {
    returns.close();
  }
}

/** Waits for the end of a page: what it leaves behind can be resumed here. */
function* watchTab(tab: string, watched: Set<string>): SagaOf<void> {
  const ports = yield* getPorts();
  yield* call(ports.locks.exclusive, tabLock(tab), () => Promise.resolve());
  watched.delete(tab);
  yield* put(checkRequested());
}
