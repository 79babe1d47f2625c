import { useEffect, useMemo, useState } from 'react';
import type { InPieces } from '../lib/inPieces';
import { continueInSlices, runSlice } from '../platform/inSlices';
import { nextFrame } from '../platform/pauses';

/**
 * Number of pieces that run during a render, however long they take. A short job has fewer, so whether its result appears
 * immediately depends on the job, and not on the machine's load. The number is small because a render may start several jobs.
 */
const SYNC_PIECES = 6;

/** The state of a job. */
interface SlicedResult<Result> {
  /** Result of the last completed job. Undefined before the first one. */
  readonly result: Result | undefined;
  /** True if the result belongs to the current job. */
  readonly isCurrent: boolean;
}

/**
 * Runs a job that may take long. A short job completes during the render; a longer one continues between frames, and the
 * previous result is kept until then.
 *
 * @param begin creates the job. Must be stable between renders, since a new function starts a new job. Its result must be
 *   plain data: a closure could retain all earlier renders
 */
export function useInSlices<Result extends object>(begin: () => InPieces<Result>): SlicedResult<Result> {
  const job = useMemo(() => {
    const work = begin();
    return { work, immediate: runSlice(work, 0, SYNC_PIECES)?.result };
  }, [begin]);
  const [deferred, setDeferred] = useState<{ readonly job: object; readonly result: Result }>();
  const [last, setLast] = useState<Result>();
  const current = job.immediate ?? (deferred?.job === job ? deferred.result : undefined);
  if (current !== undefined && current !== last) setLast(() => current);

  useEffect(() => {
    if (job.immediate !== undefined) return;
    const controller = new AbortController();
    // Slices precede frames, so this render would be painted only after the last one.
    const ending = nextFrame().then(() => continueInSlices(job.work, controller.signal));
    ending.then(
      (result) => setDeferred({ job, result }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        // Rethrows during a render so that the error boundary catches it.
        setDeferred(() => {
          throw error;
        });
      },
    );
    return () => controller.abort();
  }, [job]);

  return { result: current ?? last, isCurrent: current !== undefined };
}
