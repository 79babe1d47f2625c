import type { Ports } from './ports';

/**
 * A screen wake lock while it is wanted. The browser takes it back whenever the page is hidden, so it is asked for again
 * when the page is seen. A refusal (a low battery, say) costs nothing but the lock.
 */
export function createKeepAwake(
  navigator: Partial<Pick<Navigator, 'wakeLock'>>,
  document: Document,
): Ports['page']['keepAwake'] {
  let wanted = false;
  let isAsked = false;
  let lock: WakeLockSentinel | undefined;

  const isWanted = (): boolean => wanted;
  const letGo = (): void => {
    void lock?.release().catch(() => undefined);
    lock = undefined;
  };
  const acquire = async (): Promise<void> => {
    const isHeld = lock !== undefined && !lock.released;
    if (!isWanted() || isAsked || isHeld || document.visibilityState !== 'visible') return;
    isAsked = true;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    isAsked = false;
    if (!isWanted()) letGo();
  };
  document.addEventListener('visibilitychange', () => void acquire());
  return (awake) => {
    wanted = awake;
    if (awake) void acquire();
    else letGo();
  };
}
