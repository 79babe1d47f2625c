/** Resolves to undefined if work takes longer. The work continues. */
export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    // The timer does not keep the process from ending.
    const timer = setTimeout(resolve, milliseconds, undefined).unref();
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
