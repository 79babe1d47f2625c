/** Lets one in at a time, in the order of arrival. */
export interface Turnstile {
  /** Resolves when it is one's turn, with the function that lets the next one in. */
  readonly enter: () => Promise<() => void>;
}

/** A turnstile with nobody in it. */
export function createTurnstile(): Turnstile {
  let last: Promise<void> = Promise.resolve();
  return {
    enter: () => {
      const before = last;
      let leave: () => void = () => undefined;
      last = new Promise((resolve) => {
        leave = resolve;
      });
      return before.then(() => leave);
    },
  };
}
