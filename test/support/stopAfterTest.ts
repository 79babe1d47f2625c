const running = new Set<() => void>();

afterEach(() => {
  for (const stop of running) stop();
});

/** Returns a page that stops at the end of the test unless the test stops it. */
export function stopAfterTest<Opened extends { readonly stop: () => void }>(page: Opened): Opened {
  const stop = (): void => {
    if (running.delete(stop)) page.stop();
  };
  running.add(stop);
  return { ...page, stop };
}
