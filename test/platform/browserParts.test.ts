import { createFileRegistry } from '../../src/platform/fileRegistry';
import { createLocks, createPageLocks } from '../../src/platform/locks';
import { createPageEvents } from '../../src/platform/pageEvents';
import { createPreferences } from '../../src/platform/preferences';
import { createSaveToDisk } from '../../src/platform/saveToDisk';
import { createTextStorage } from '../../src/platform/textStorage';
import { randomUuid } from '../../src/platform/uuid';
import { wait } from '../../src/platform/wait';

describe('text storage', () => {
  it('reads, writes, lists and removes', () => {
    localStorage.clear();
    const storage = createTextStorage(() => localStorage);
    expect(storage.set('a', '1')).toBe(true);
    expect([storage.get('a'), storage.keys()]).toEqual(['1', ['a']]);
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });

  it('counts as empty where the browser forbids it', () => {
    const storage = createTextStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect([storage.get('a'), storage.set('a', '1'), storage.keys()]).toEqual([null, false, []]);
    expect(() => storage.remove('a')).not.toThrow();
  });
});

describe('saving to disk', () => {
  function clickedLinks(url: string, onNoFile = (): void => undefined): HTMLAnchorElement[] {
    const clicked: HTMLAnchorElement[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this);
    });
    createSaveToDisk(document)(url, 'brains.zip', onNoFile);
    return clicked;
  }
  const frame = () => document.querySelector('iframe');

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.runOnlyPendingTimers();
    jest.useRealTimers();
  });

  it('clicks a link that tells nobody where the person came from', () => {
    const [link] = clickedLinks('https://files.test/a.zip?signature=x');
    expect(link).toMatchObject({ download: 'brains.zip', rel: 'noreferrer', referrerPolicy: 'no-referrer' });
    expect(document.querySelector('a')).toBeNull();
  });

  it('never leads the app itself away: the link opens in a hidden frame without scripts, which goes in time', () => {
    const [link] = clickedLinks('https://files.test/a.zip');
    expect(link?.target).toBe(frame()?.name);
    expect(frame()).toHaveAttribute('hidden');
    expect(frame()).toHaveAttribute('sandbox', 'allow-downloads');
    jest.advanceTimersByTime(600_000);
    expect(frame()).toBeNull();
  });

  it('tells when the link turns out to lead to a page', () => {
    const onNoFile = jest.fn();
    clickedLinks('https://files.test/a.zip', onNoFile);
    frame()?.dispatchEvent(new Event('load'));
    // The empty page that every frame begins with.
    expect(onNoFile).not.toHaveBeenCalled();
    frame()?.dispatchEvent(new Event('load'));
    expect(onNoFile).toHaveBeenCalledTimes(1);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://a/b', 'http://'])(
    'refuses %s',
    (url) => {
      expect(clickedLinks(url)).toEqual([]);
    },
  );
});

describe('page events', () => {
  it('tell of the return by focus or visibility, and of the network', () => {
    const page = createPageEvents(window);
    const heard: string[] = [];
    const stops = [
      page.onReturn(() => heard.push('return')),
      page.onOnline(() => heard.push('online')),
      page.onOffline(() => heard.push('offline')),
    ];
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    expect(heard).toEqual(['return', 'return', 'offline', 'online']);
    for (const stop of stops) stop();
    window.dispatchEvent(new Event('focus'));
    expect(heard).toHaveLength(4);
  });

  it('shows a title before the one of the screen, and gives that back', () => {
    document.head.innerHTML = '<title>TC042 – Data Manager</title>';
    const page = createPageEvents(window);
    page.setTitle('12% · Data Manager');
    page.setTitle('13% · Data Manager');
    expect(document.title).toBe('13% · Data Manager');
    page.setTitle(undefined);
    expect(document.title).toBe('TC042 – Data Manager');
  });

  it('tell that the page is hidden, not that it is seen', () => {
    const page = createPageEvents(window);
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

  it('tell what another tab has stored under a key, or that it cleared all', () => {
    let heard = 0;
    const stop = createPageEvents(window).onStored('list', () => (heard += 1));
    for (const key of ['list', 'other', null]) window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(heard).toBe(2);
    stop();
    window.dispatchEvent(new StorageEvent('storage', { key: 'list' }));
    expect(heard).toBe(2);
  });

  it('ask before the page is left only while guarded', () => {
    const page = createPageEvents(window);
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaving()).toBe(false);
    page.guardUnload('upload', true);
    page.guardUnload('upload', true);
    expect(leaving()).toBe(true);
    page.guardUnload('upload', false);
    expect(leaving()).toBe(false);
  });

  it('ask before the page is left until the last reason to ask is gone', () => {
    const page = createPageEvents(window);
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    page.guardUnload('upload', true);
    page.guardUnload('draft', true);
    page.guardUnload('upload', false);
    expect(leaving()).toBe(true);
    page.guardUnload('draft', false);
    expect(leaving()).toBe(false);
  });
});

describe('locks within the page', () => {
  it('run the jobs of a name one after the other, also after a failure', async () => {
    const { exclusive } = createPageLocks();
    const story: string[] = [];
    const job =
      (name: string, fails = false) =>
      async () => {
        story.push(`${name} starts`);
        await Promise.resolve();
        story.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const first = exclusive('x', job('a', true));
    const second = exclusive('x', job('b'));
    await expect(first).rejects.toThrow('a');
    await second;
    expect(story).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('are taken while a job of the name runs, and free after it', async () => {
    const { exclusive, isTaken } = createPageLocks();
    let end: () => void = () => undefined;
    const running = exclusive('x', () => new Promise<void>((resolve) => (end = resolve)));
    expect(await isTaken('x')).toBe(true);
    expect(await isTaken('y')).toBe(false);
    end();
    await running;
    await Promise.resolve();
    expect(await isTaken('x')).toBe(false);
  });
});

describe('locks across tabs', () => {
  it('are taken where the browser would have to wait for them, and asking takes none', async () => {
    const asked: unknown[] = [];
    const request = (name: string, options: unknown, job: (lock: unknown) => unknown) => {
      asked.push(options);
      return Promise.resolve(job(name === 'held' ? null : { name }));
    };
    const { isTaken } = createLocks({ request } as unknown as LockManager);
    expect([await isTaken('held'), await isTaken('free')]).toEqual([true, false]);
    expect(asked).toEqual([{ ifAvailable: true }, { ifAvailable: true }]);
  });
});

describe('holding a lock', () => {
  const never = new AbortController().signal;

  it.each([
    ['within the page', () => createPageLocks()],
    ['of the browser', () => createLocks(createLockManager())],
  ])('%s is one at a time, and whoever waits in vain can leave', async (_, create) => {
    const locks = create();
    const story: string[] = [];
    const hold = async (name: string, signal = never) => {
      const release = await locks.acquire('x', signal);
      story.push(`${name} ${release === undefined ? 'left' : 'holds'}`);
      return release;
    };
    const impatient = new AbortController();
    const release = await hold('a');
    const leaving = hold('b', impatient.signal);
    const waiting = hold('c');
    impatient.abort();
    await leaving;
    story.push('a gives up');
    release?.();
    (await waiting)?.();
    expect(story).toEqual(['a holds', 'b left', 'a gives up', 'c holds']);
  });

  /** As much of the browser's locks as the app uses. */
  function createLockManager(): LockManager {
    let last: Promise<unknown> = Promise.resolve();
    const request = async (_name: string, { signal }: LockOptions, job: () => Promise<unknown>): Promise<unknown> => {
      const before = last;
      const turn = Promise.race([before, new Promise((_, reject) => signal?.addEventListener('abort', reject))]).then(
        job,
      );
      last = Promise.allSettled([before, turn]);
      return turn;
    };
    return { request, query: () => Promise.resolve({}) } as unknown as LockManager;
  }
});

describe('small parts', () => {
  it('the file registry lets go of what it is told', () => {
    const registry = createFileRegistry(() => 'id');
    const file = new File(['x'], 'a.tif');
    expect(registry.get(registry.add(file))).toBe(file);
    registry.release('id');
    expect(registry.get('id')).toBeUndefined();
  });

  it('ids are UUIDs of version 4', () => {
    const source = { getRandomValues: <T extends ArrayBufferView | null>(bytes: T): T => bytes };
    expect(randomUuid(source)).toBe('00000000-0000-4000-8000-000000000000');
  });

  it('what a person prefers outlives the page in cookies', () => {
    const preferences = createPreferences(document);
    expect(preferences.get('color-scheme')).toBeUndefined();
    preferences.set('color-scheme', 'dark');
    preferences.set('shortcuts', 'off');
    expect([preferences.get('color-scheme'), preferences.get('shortcuts')]).toEqual(['dark', 'off']);
  });

  it('a wait ends at once when it is aborted', async () => {
    jest.useFakeTimers();
    const controller = new AbortController();
    const waiting = wait(60_000, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(wait(60_000, controller.signal)).resolves.toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});
