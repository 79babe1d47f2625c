/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createPage } from '../../src/platform/page';

describe('the page port', () => {
  it('reports focus, visibility and changes of the network', () => {
    const page = createPage(window);
    const events: string[] = [];
    const stops = [
      page.onReturn(() => events.push('return')),
      page.onOnline(() => events.push('online')),
      page.onOffline(() => events.push('offline')),
    ];
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    expect(events).toEqual(['return', 'return', 'offline', 'online']);
    for (const stop of stops) stop();
    window.dispatchEvent(new Event('focus'));
    expect(events).toHaveLength(4);
  });

  it('overrides the title of the screen and restores it', () => {
    document.head.innerHTML = '<title>TC042 – Data Manager</title>';
    const page = createPage(window);
    page.setTitle('12% · Data Manager');
    page.setTitle('13% · Data Manager');
    expect(document.title).toBe('13% · Data Manager');
    page.setTitle(undefined);
    expect(document.title).toBe('TC042 – Data Manager');
  });

  it('keeps overriding the title when another screen puts its own before it', async () => {
    document.head.innerHTML = '<title>TC042 – Data Manager</title>';
    const page = createPage(window);
    page.setTitle('12% · Data Manager');
    document.head.insertAdjacentHTML('afterbegin', '<title>TC043 – Data Manager</title>');
    await Promise.resolve();
    expect(document.title).toBe('12% · Data Manager');
    page.setTitle(undefined);
    expect(document.title).toBe('TC043 – Data Manager');
  });

  it('calls onHide when the page is hidden, not when it becomes visible', () => {
    const page = createPage(window);
    let hidden = 0;
    const stop = page.onHide(() => (hidden += 1));
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    for (const state of ['hidden', 'visible', 'hidden'] as const) {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    }
    expect(hidden).toBe(2);
    stop();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(hidden).toBe(2);
  });

  it('calls onMayClose when the page is hidden and when the browser asks whether to leave it', () => {
    const page = createPage(window);
    let calls = 0;
    const stop = page.onMayClose(() => (calls += 1));
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('beforeunload'));
    expect(calls).toBe(2);
    stop();
    window.dispatchEvent(new Event('beforeunload'));
    expect(calls).toBe(2);
  });

  it('calls onMayClose at once for some seconds after the browser asked, because the old page lives on until the next one answers', () => {
    const page = createPage(window);
    const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
    window.dispatchEvent(new Event('beforeunload'));
    const callsAfter = (milliseconds: number): number => {
      let calls = 0;
      now.mockReturnValue(1000 + milliseconds);
      page.onMayClose(() => (calls += 1))();
      return calls;
    };
    expect([0, 4999, 5000, 60_000].map(callsAfter)).toEqual([1, 1, 0, 0]);
  });

  it('reports that another tab changed a key or cleared the storage', () => {
    let events = 0;
    const stop = createPage(window).onStored('list', () => (events += 1));
    for (const key of ['list', 'other', null]) window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(events).toBe(2);
    stop();
    window.dispatchEvent(new StorageEvent('storage', { key: 'list' }));
    expect(events).toBe(2);
  });

  it('asks for confirmation before unloading only while guarded', () => {
    const page = createPage(window);
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaving()).toBe(false);
    page.guardUnload('upload', true);
    page.guardUnload('upload', true);
    expect(leaving()).toBe(true);
    page.guardUnload('upload', false);
    expect(leaving()).toBe(false);
  });

  it('asks for confirmation before unloading until every reason is cleared', () => {
    const page = createPage(window);
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    page.guardUnload('upload', true);
    page.guardUnload('draft', true);
    page.guardUnload('upload', false);
    expect(leaving()).toBe(true);
    page.guardUnload('draft', false);
    expect(leaving()).toBe(false);
  });
});
