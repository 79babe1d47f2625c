/** Gives the faults of a schedule out, one a call, and notes what was met. */
export interface Script {
  /** The next fault of this list; undefined where none is meant, or when faults have ended. */
  readonly next: <Fault extends string>(list: string, faults: readonly (Fault | 'none')[]) => Fault | undefined;
  readonly note: (what: string) => void;
  /** From here on everything works. */
  readonly end: () => void;
  /** Faults and events so far: `put dropped`, `offline`. */
  readonly met: ReadonlySet<string>;
}

/** A script that is at its beginning. */
export function createScript(): Script {
  const taken = new Map<string, number>();
  const met = new Set<string>();
  let ended = false;
  return {
    next: (list, faults) => {
      if (ended) return undefined;
      const index = taken.get(list) ?? 0;
      taken.set(list, index + 1);
      const fault = faults[index];
      if (fault === undefined || fault === 'none') return undefined;
      met.add(`${list} ${fault}`);
      return fault;
    },
    note: (what) => void met.add(what),
    end: () => {
      ended = true;
    },
    met,
  };
}
