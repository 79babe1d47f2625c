/** Lets a few in at a time, in the order of arrival. */
export interface Turnstile {
  /** Resolves when it is one's turn, with the function that makes room for the next one. */
  readonly enter: () => Promise<() => void>;
  /** From now on so many may be in. Nobody who is in is sent out. */
  readonly resize: (places: number) => void;
}

/** A turnstile with nobody in it, which lets one in at a time unless told. */
export function createTurnstile(places = 1): Turnstile {
  const waiting: (() => void)[] = [];
  let most = places;
  let inside = 0;

  const letIn = (): void => {
    while (inside < most) {
      const next = waiting.shift();
      if (next === undefined) return;
      inside += 1;
      next();
    }
  };

  const createLeave = (): (() => void) => {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      inside -= 1;
      letIn();
    };
  };

  return {
    enter: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(createLeave()));
        letIn();
      }),
    resize: (size) => {
      most = size;
      letIn();
    },
  };
}
