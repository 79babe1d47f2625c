/** Rejects when the signal aborts: copying a large image from a storage takes a minute, which a stopping server can't wait for. */
export async function unlessAborted<Result>(step: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener('abort', stop);
  try {
    await Promise.race([step, aborted]);
    signal.throwIfAborted();
    return await step;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
