/** Blocks steps until it is opened. */
export interface Gate {
  readonly open: () => void;
  /** Resolves when a step waits at the gate. */
  readonly reached: Promise<void>;
  readonly pass: () => Promise<void>;
}

/** Creates a closed gate. */
export function createGate(): Gate {
  let open = (): void => undefined;
  let arrive = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const pass = (): Promise<void> => {
    arrive();
    return opened;
  };
  return { open, reached, pass };
}
