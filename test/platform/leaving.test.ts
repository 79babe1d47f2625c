/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { lazyPort } from '../../src/platform/lazyPort';
import { failUnlessLeaving } from '../../src/platform/leaving';
import { pass } from '../support/virtualTime';

beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  // The next test starts with a page that stays open.
  await pass(5_000);
});

function leave(): void {
  window.dispatchEvent(new Event('beforeunload'));
}

/** Returns what becomes of a failure: the messages of the errors so far. */
function failures(error: Error): readonly string[] {
  const messages: string[] = [];
  failUnlessLeaving(Promise.reject(error)).catch((thrown: unknown) => {
    if (thrown instanceof Error) messages.push(thrown.message);
  });
  return messages;
}

describe('failures of requests', () => {
  it('reports a failure immediately while the page stays open', async () => {
    const messages = failures(new TypeError('NetworkError'));
    await pass(0);
    expect(messages).toEqual(['NetworkError']);
  });

  it('reports no failure while the user leaves the page', async () => {
    leave();
    const messages = failures(new TypeError('NetworkError'));
    await pass(4_999);
    expect(messages).toEqual([]);
  });

  it('reports a failure after five seconds if the page stays', async () => {
    leave();
    const messages = failures(new TypeError('NetworkError'));
    await pass(5_000);
    expect(messages).toEqual(['NetworkError']);
    const later = failures(new TypeError('NetworkError'));
    await pass(0);
    expect(later).toEqual(['NetworkError']);
  });

  it('waits five seconds from the last attempt to leave the page', async () => {
    leave();
    await pass(3_000);
    leave();
    await pass(3_000);
    const messages = failures(new TypeError('NetworkError'));
    await pass(1_999);
    expect(messages).toEqual([]);
    await pass(1);
    expect(messages).toEqual(['NetworkError']);
  });

  it('reports an aborted request immediately, even while the user leaves the page', async () => {
    leave();
    const messages = failures(new DOMException('aborted', 'AbortError'));
    await pass(0);
    expect(messages).toEqual(['aborted']);
  });

  it('requests code again only after the page stays', async () => {
    let isOnline = false;
    const request = jest.fn(() => (isOnline ? Promise.resolve('code') : Promise.reject(new Error('ChunkLoadError'))));
    const load = lazyPort(request);
    leave();
    const loaded = load();
    await pass(6_000);
    expect(request).toHaveBeenCalledTimes(1);
    isOnline = true;
    await pass(1_000);
    expect(await loaded).toBe('code');
    expect(await load()).toBe('code');
    expect(request).toHaveBeenCalledTimes(2);
  });
});
