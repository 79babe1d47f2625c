/** Watches something that must not stand still. */
interface ProgressWatch {
  /** It goes on: the time begins anew. */
  readonly progressed: () => void;
  readonly stop: () => void;
}

/** Calls back once if there is no progress for so many milliseconds, from now on. */
export function watchProgress(stallMs: number, onStall: () => void): ProgressWatch {
  let timer = setTimeout(onStall, stallMs);
  return {
    progressed: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, stallMs);
    },
    stop: () => clearTimeout(timer),
  };
}
