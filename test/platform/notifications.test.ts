/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createNotifications } from '../../src/platform/notifications';

describe('notifications', () => {
  const shown: { readonly title: string; readonly body: string | undefined; readonly onclick: () => void }[] = [];
  let asked = 0;
  afterEach(() => {
    Reflect.deleteProperty(window, 'Notification');
    shown.splice(0);
    asked = 0;
  });

  /** A browser whose user responds to the prompt with `answer`. */
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

  it('prompts for permission once and respects the response', async () => {
    const { allow, show } = install('default', 'granted');
    show('early', 'not allowed yet');
    expect(asked).toBe(0);
    expect(await allow()).toBe(true);
    expect(await allow()).toBe(true);
    expect(asked).toBe(1);
    show('Data Manager', 'done');
    expect(shown).toMatchObject([{ title: 'Data Manager', body: 'done' }]);
  });

  it('focuses the page when a notification is clicked', () => {
    const focus = jest.spyOn(window, 'focus').mockImplementation(() => undefined);
    install('granted').show('Data Manager', 'done');
    expect(focus).not.toHaveBeenCalled();
    shown[0]?.onclick();
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('shows no notification and does not prompt again after a denial', async () => {
    const { allow, show } = install('denied');
    expect(await allow()).toBe(false);
    show('Data Manager', 'done');
    expect([asked, shown.length]).toEqual([0, 0]);
  });

  it('allows no notifications if the browser does not support them', async () => {
    const { allow, show } = createNotifications(window);
    expect(await allow()).toBe(false);
    expect(() => show('Data Manager', 'done')).not.toThrow();
  });
});
