import { configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import {
  checkRequested,
  logoutRequested,
  selectSessionOwner,
  selectSessionStatus,
  sessionReducer,
} from '../../src/session/sessionSlice';
import { watchSession } from '../../src/session/watchSession';
import { aDeployment, anOwner } from '../support/builders';
import { anIdToken, createFakePorts, FAKE_NOW_MS, signIn, type FakePorts } from '../support/fakePorts';

function start(ports: FakePorts) {
  const sagas = createSagaMiddleware({ context: { ports, config: aDeployment() } });
  const story: string[] = [];
  const recorder: Middleware = () => (next) => (action) => {
    if (isAction(action)) story.push(action.type);
    return next(action);
  };
  const store = configureStore({
    reducer: { session: sessionReducer },
    middleware: (defaults) => defaults().concat(sagas, recorder),
  });
  const task = sagas.run(watchSession);
  return { store, story, task };
}

describe('at the start', () => {
  it('a complete session is copied from the cookies to local storage, with the time of the login', () => {
    const ports = createFakePorts();
    const values = signIn(ports);
    const { store } = start(ports);
    expect(selectSessionOwner(store.getState())).toEqual(anOwner());
    expect(Object.fromEntries(ports.localStorage.entries)).toEqual({
      ...values,
      time: new Date(FAKE_NOW_MS).toISOString(),
    });
  });

  it('the admin flag is kept for an admin', () => {
    const ports = createFakePorts();
    signIn(ports, { id_token: anIdToken({ 'custom:isAdmin': 'True' }) });
    const { store } = start(ports);
    expect(selectSessionOwner(store.getState())).toEqual(anOwner({ isAdmin: true }));
    expect(ports.localStorage.get('isAdmin')).toBe('true');
  });

  it('a missing value clears local storage of all but the download list', () => {
    const ports = createFakePorts();
    signIn(ports);
    ports.recorded.cookies.delete('S_K');
    for (const key of ['access_token', 'time', 'isAdmin', 'download-list', 'else']) ports.localStorage.set(key, 'x');
    const { store } = start(ports);
    expect(selectSessionStatus(store.getState())).toBe('loggedOut');
    expect(ports.localStorage.keys()).toEqual(['download-list']);
  });
});

describe('on the return to the page', () => {
  it('the same session is no news', () => {
    const ports = createFakePorts();
    signIn(ports);
    const { story } = start(ports);
    ports.control.setNow(FAKE_NOW_MS + 60_000);
    ports.control.returnToPage();
    ports.control.returnToPage();
    expect(story).toEqual(['session/loginFound']);
    expect(ports.localStorage.get('time')).toBe(new Date(FAKE_NOW_MS).toISOString());
  });

  it('new tokens of the same person are copied, but no news', () => {
    const ports = createFakePorts();
    signIn(ports);
    const { story } = start(ports);
    signIn(ports, { access_token: 'access-2' });
    ports.control.returnToPage();
    expect(story).toEqual(['session/loginFound']);
    expect(ports.localStorage.get('access_token')).toBe('access-2');
  });

  it('that somebody has become an admin, or is none any more, is news', () => {
    const ports = createFakePorts();
    signIn(ports);
    const { store } = start(ports);
    signIn(ports, { id_token: anIdToken({ 'custom:isAdmin': true }) });
    ports.control.returnToPage();
    expect(selectSessionOwner(store.getState())).toEqual(anOwner({ isAdmin: true }));
    expect(ports.localStorage.get('isAdmin')).toBe('true');
    signIn(ports);
    ports.control.returnToPage();
    expect(selectSessionOwner(store.getState())).toEqual(anOwner());
    expect(ports.localStorage.get('isAdmin')).toBeNull();
  });

  it('a session that has gone is told once', () => {
    const ports = createFakePorts();
    signIn(ports);
    const { story } = start(ports);
    ports.recorded.cookies.clear();
    ports.control.returnToPage();
    ports.control.returnToPage();
    expect(story).toEqual(['session/loginFound', 'session/sessionLost']);
  });

  it('a login in another tab is found', () => {
    const ports = createFakePorts();
    const { store } = start(ports);
    expect(selectSessionStatus(store.getState())).toBe('loggedOut');
    signIn(ports, { sponsor_id: 'other' });
    ports.control.returnToPage();
    expect(selectSessionOwner(store.getState())).toEqual(anOwner({ sponsorId: 'other' }));
  });
});

describe('on request', () => {
  it('the session is looked at again', () => {
    const ports = createFakePorts();
    const { store } = start(ports);
    signIn(ports);
    store.dispatch(checkRequested());
    expect(selectSessionStatus(store.getState())).toBe('loggedIn');
  });

  it('a logout leaves nothing but the download list, and leads to the logout page', () => {
    const ports = createFakePorts();
    signIn(ports);
    const { store } = start(ports);
    ports.localStorage.set('download-list', '{"items":"[]"}');
    store.dispatch(logoutRequested());
    expect(ports.localStorage.keys()).toEqual(['download-list']);
    expect(ports.recorded.cookies.size).toBe(0);
    expect(ports.recorded.assigns).toEqual(['https://id.test/logout']);
    expect(selectSessionStatus(store.getState())).toBe('loggedOut');
  });

  it('nothing is heard any more once the saga is stopped', () => {
    const ports = createFakePorts();
    const { task, story } = start(ports);
    task.cancel();
    signIn(ports);
    ports.control.returnToPage();
    expect(story).toEqual(['session/sessionLost']);
  });
});
