/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createKeepAwake } from '../../src/platform/page';

/** A page whose visibility and wake locks the test controls. */
function aPage({ refuses = false } = {}) {
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  let visibility: DocumentVisibilityState = 'visible';
  const page = Object.defineProperty(document.implementation.createHTMLDocument(), 'visibilityState', {
    get: () => visibility,
  });
  const request = () => {
    if (refuses) return Promise.reject(new DOMException('low battery', 'NotAllowedError'));
    const lock = {
      released: false,
      release: () => {
        lock.released = true;
        return Promise.resolve();
      },
    };
    locks.push(lock);
    return Promise.resolve(lock);
  };
  const wakeLock = { request } as unknown as WakeLock;
  return {
    keepAwake: createKeepAwake({ wakeLock }, page),
    held: () => locks.filter((lock) => !lock.released).length,
    asked: () => locks.length,
    settle: () => new Promise((resolve) => setTimeout(resolve, 0)),
    /** Browsers release every lock when the page is hidden. */
    see: (next: DocumentVisibilityState) => {
      visibility = next;
      if (next === 'hidden') for (const lock of locks) lock.released = true;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

it('a screen wake lock is requested once, however often it is asked for', async () => {
  const { keepAwake, held, settle } = aPage();
  keepAwake(true);
  keepAwake(true);
  await settle();
  keepAwake(true);
  await settle();
  expect(held()).toBe(1);
  keepAwake(false);
  await settle();
  expect(held()).toBe(0);
});

it('a screen wake lock is requested again when the page becomes visible, unless it was released', async () => {
  const { keepAwake, held, asked, settle, see } = aPage();
  keepAwake(true);
  await settle();
  see('hidden');
  await settle();
  expect(held()).toBe(0);
  see('visible');
  await settle();
  expect(held()).toBe(1);
  keepAwake(false);
  see('hidden');
  see('visible');
  await settle();
  expect([held(), asked()]).toEqual([0, 2]);
});

it('a screen wake lock is released if it is granted after it was cancelled', async () => {
  const { keepAwake, held, asked, settle } = aPage();
  keepAwake(true);
  keepAwake(false);
  await settle();
  expect([held(), asked()]).toEqual([0, 1]);
});

it('a screen wake lock is optional: a browser that denies or lacks it causes no error', async () => {
  const { keepAwake, settle, held } = aPage({ refuses: true });
  keepAwake(true);
  await settle();
  createKeepAwake({}, document)(true);
  await settle();
  expect(held()).toBe(0);
});
