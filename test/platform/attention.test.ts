import { createKeepAwake } from '../../src/platform/keepAwake';
import { createNotifications } from '../../src/platform/notifications';

/** A page whose visibility and wake locks are by hand. */
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
    /** The browser takes every lock back when the page is hidden. */
    see: (next: DocumentVisibilityState) => {
      visibility = next;
      if (next === 'hidden') for (const lock of locks) lock.released = true;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

describe('a screen wake lock', () => {
  it('is held once while it is wanted, however often one says so', async () => {
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

  it('is taken again when the page is seen again, if it is still wanted', async () => {
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

  it('that comes when it is no longer wanted is given back', async () => {
    const { keepAwake, held, asked, settle } = aPage();
    keepAwake(true);
    keepAwake(false);
    await settle();
    expect([held(), asked()]).toEqual([0, 1]);
  });

  it('that the browser refuses, or does not know, costs nothing', async () => {
    const { keepAwake, settle, held } = aPage({ refuses: true });
    keepAwake(true);
    await settle();
    createKeepAwake({}, document)(true);
    await settle();
    expect(held()).toBe(0);
  });
});

describe('notifications', () => {
  const shown: { readonly title: string; readonly body: string | undefined; readonly onclick: () => void }[] = [];
  let asked = 0;
  afterEach(() => {
    Reflect.deleteProperty(window, 'Notification');
    shown.splice(0);
    asked = 0;
  });

  /** A browser in which a person answers so when they are asked. */
  function install(permission: NotificationPermission, answer: NotificationPermission = permission) {
    const FakeNotification = Object.assign(
      function (this: object, title: string, { body }: NotificationOptions) {
        shown.push(Object.assign(this, { title, body, onclick: () => undefined, close: () => undefined }));
      },
      {
        permission,
        requestPermission: () => {
          asked += 1;
          FakeNotification.permission = answer;
          return Promise.resolve(answer);
        },
      },
    );
    Object.assign(window, { Notification: FakeNotification });
    return createNotifications(window);
  }

  it('are allowed by the person’s answer, asked for once', async () => {
    const { allow, show } = install('default', 'granted');
    show('early', 'nobody has allowed it');
    expect(asked).toBe(0);
    expect(await allow()).toBe(true);
    expect(await allow()).toBe(true);
    expect(asked).toBe(1);
    show('Data Manager', 'done');
    expect(shown).toMatchObject([{ title: 'Data Manager', body: 'done' }]);
  });

  it('lead to the page when they are clicked', () => {
    const focus = jest.spyOn(window, 'focus').mockImplementation(() => undefined);
    install('granted').show('Data Manager', 'done');
    expect(focus).not.toHaveBeenCalled();
    shown[0]?.onclick();
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('that were denied are never asked for again, nor shown', async () => {
    const { allow, show } = install('denied');
    expect(await allow()).toBe(false);
    show('Data Manager', 'done');
    expect([asked, shown.length]).toEqual([0, 0]);
  });

  it('are none where the browser has none', async () => {
    const { allow, show } = createNotifications(window);
    expect(await allow()).toBe(false);
    expect(() => show('Data Manager', 'done')).not.toThrow();
  });
});
