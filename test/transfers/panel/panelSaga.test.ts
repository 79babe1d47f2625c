import { loginFound } from '../../../src/session/sessionSlice';
import { filesTaken, followsRestored, idleNoticed } from '../../../src/transfers/follows/followsSlice';
import { notificationsRequested } from '../../../src/transfers/panel/panelSlice';
import { cancelRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { aFollow, anOwner } from '../../support/builders';
import { aFile, bytesOfParts, PUT_MS } from '../uploads/fakeStorage';
import { openUploadPage } from '../uploads/openUploadPage';

const pages = createReplayedPages();
const visit = (options?: Parameters<typeof openUploadPage>[1]) => openUploadPage(pages, options);

describe('the notification at the end of uploads', () => {
  const wanted = notificationsRequested({ wanted: true });

  it('is shown if the user asked for it and the page is hidden', async () => {
    const { upload, ports, store, pass, answer } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1));
    store.dispatch(wanted);
    ports.control.setVisible(false);
    await pass(PUT_MS / 2);
    expect(ports.recorded.notifications).toEqual([]);
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([{ title: 'Data Manager', text: '2 files uploaded, 1 failed.' }]);
  });

  it('is not shown while the page is visible', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1));
    store.dispatch(wanted);
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is not shown if it is switched off', async () => {
    const { upload, ports, store, pass } = await visit();
    ports.control.setVisible(false);
    upload(aFile('a.tif', 1));
    await pass(10 * PUT_MS);
    upload(aFile('b.tif', 1));
    store.dispatch(wanted);
    await pass(0);
    store.dispatch(notificationsRequested({ wanted: false }));
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is not shown for a cancelled queue', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1), aFile('b.tif', bytesOfParts(3)));
    store.dispatch(wanted);
    ports.control.setVisible(false);
    await pass(1.5 * PUT_MS);
    store.dispatch(cancelRequested());
    await pass(10 * PUT_MS);
    expect(store.getState().uploads.files).toEqual([]);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('is not shown to another user who has signed in', async () => {
    const { upload, ports, store, pass } = await visit();
    upload(aFile('a.tif', 1));
    store.dispatch(wanted);
    ports.control.setVisible(false);
    await pass(0);
    store.dispatch(loginFound(anOwner({ userId: 'user-2' })));
    await pass(10 * PUT_MS);
    expect(ports.recorded.notifications).toEqual([]);
  });

  it('asks for permission only after a click, and reports a refusal', async () => {
    const allow = jest.fn().mockResolvedValue(false);
    const { upload, ports, store, pass } = await visit({
      overrides: { notifications: { allow, show: () => undefined } },
    });
    upload(aFile('a.tif', 1));
    await pass(PUT_MS / 2);
    expect(allow).not.toHaveBeenCalled();
    store.dispatch(wanted);
    await pass(0);
    expect(store.getState().panel.notifies).toBe(false);
    expect(ports.recorded.toasts).toEqual([
      {
        text: 'The browser blocks notifications from this site. Allow them in the site settings, then try again.',
        severity: 'warning',
      },
    ]);
  });
});

describe('a followed folder without new files', () => {
  it('is shown in a notification, if the user asked for it, and in the title until files appear', async () => {
    const { ports, store, pass } = await visit();
    store.dispatch(followsRestored({ items: [aFollow()] }));
    store.dispatch(idleNoticed({ id: 'follow-1' }));
    await pass(0);
    expect(ports.recorded.title).toBe('No new files · Data Manager');
    expect(ports.recorded.notifications).toEqual([]);
    store.dispatch(filesTaken({ id: 'follow-1', paths: ['a.tif'], at: 1, numbered: 0 }));
    await pass(0);
    expect(ports.recorded.title).toBeUndefined();
    store.dispatch(notificationsRequested({ wanted: true }));
    await pass(0);
    store.dispatch(idleNoticed({ id: 'follow-1' }));
    await pass(0);
    expect(ports.recorded.notifications).toEqual([
      { title: 'Data Manager', text: 'No new file in Scan for 30 minutes.' },
    ]);
  });
});
