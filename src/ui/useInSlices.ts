import { useEffect, useMemo, useState } from 'react';
import type { InPieces } from '../lib/inPieces';
import { goOnInSlices, runSlice } from '../platform/inSlices';

/** So long a work may take while the page is drawn: several of them begin in one go. */
const AT_ONCE_MS = 5;

/** What a work has come to. */
interface SlicedResult<Result> {
  /** Of the latest work that is done; undefined before the first one is. */
  readonly result: Result | undefined;
  /** Whether that is the work of now. */
  readonly isCurrent: boolean;
}

/**
 * Does a work that may be long: what is short is there at once, the rest is done between frames, and the
 * result before stays until then.
 *
 * @param begin must be stable between renders: another one is another work. Its result should be data: a function in it
 *   may hold what was drawn before, and so on without end
 */
export function useInSlices<Result extends object>(begin: () => InPieces<Result>): SlicedResult<Result> {
  const job = useMemo(() => {
    const work = begin();
    return { work, atOnce: runSlice(work, AT_ONCE_MS)?.result };
  }, [begin]);
  const [late, setLate] = useState<{ readonly job: object; readonly result: Result }>();
  const [last, setLast] = useState<Result>();
  const current = job.atOnce ?? (late?.job === job ? late.result : undefined);
  if (current !== undefined && current !== last) setLast(() => current);

  useEffect(() => {
    if (job.atOnce !== undefined) return;
    const controller = new AbortController();
    goOnInSlices(job.work, controller.signal).then(
      (result) => setLate({ job, result }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        // Thrown where it is drawn, so that the boundary around it hears of it.
        setLate(() => {
          throw error;
        });
      },
    );
    return () => controller.abort();
  }, [job]);

  return { result: current ?? last, isCurrent: current !== undefined };
}
