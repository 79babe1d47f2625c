/** Runs a job when the signal is aborted, also if it is already. */
export function onAbort(signal: AbortSignal, job: () => void): void {
  if (signal.aborted) job();
  else signal.addEventListener('abort', job, { once: true });
}
