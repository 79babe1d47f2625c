import { configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { SESSION_KEYS, type SessionValues } from '@data-manager/domain/session/session';
import { checkSession } from '../../src/session/checkSession';
import {
  checkRequested,
  loginFound,
  logoutRequested,
  selectSessionOwner,
  sessionLost,
  sessionReducer,
} from '../../src/session/sessionSlice';
import { createSessionAccess, watchSession } from '../../src/session/watchSession';
import { aDeployment, anOwner } from '../support/builders';
import {
  anIdToken,
  aSession,
  createFakePorts,
  FAKE_NOW_MS,
  signedInPorts,
  signIn,
  type FakePorts,
} from '../support/fakePorts';

function start(ports: FakePorts) {
  const sagas = createSagaMiddleware({
    context: { ports, config: aDeployment(), session: createSessionAccess(ports) },
  });
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

describe('at startup', () => {
  it('copies a complete session from the cookies to local storage and stamps the time', () => {
    const ports = createFakePorts();
    const values = signIn(ports);
    const { store } = start(ports);
    expect(selectSessionOwner(store.getState())).toEqual(anOwner());
    expect(Object.fromEntries(ports.localStorage.entries)).toEqual({
      ...values,
      time: new Date(FAKE_NOW_MS).toISOString(),
    });
  });

  it('stores the admin flag for an admin', () => {
    const ports = createFakePorts();
    signIn(ports, { id_token: anIdToken({ 'custom:isAdmin': 'True' }) });
    const { store } = start(ports);
    expect(selectSessionOwner(store.getState())).toEqual(anOwner({ isAdmin: true }));
    expect(ports.localStorage.get('isAdmin')).toBe('true');
  });

  it('logs which values a session lacks, and nothing if no user is signed in', () => {
    const signedOut = createFakePorts();
    start(signedOut);
    expect(signedOut.recorded.logs).toEqual([]);

    const incomplete = createFakePorts();
    signIn(incomplete);
    incomplete.recorded.cookies.delete('S_K');
    start(incomplete);
    expect(incomplete.recorded.logs).toEqual(['No session: no value for S_K']);
  });

  it('clears local storage except for the download list if a value is missing', () => {
    const ports = signedInPorts();
    ports.recorded.cookies.delete('S_K');
    for (const key of ['access_token', 'time', 'isAdmin', 'download-list', 'else']) ports.localStorage.set(key, 'x');
    const { store } = start(ports);
    expect(store.getState().session.status).toBe('loggedOut');
    expect(ports.localStorage.keys()).toEqual(['download-list']);
  });
});

describe('when the window regains focus', () => {
  it('dispatches nothing for the same session', () => {
    const ports = signedInPorts();
    const { story } = start(ports);
    ports.control.setNow(FAKE_NOW_MS + 60_000);
    ports.control.returnToPage();
    ports.control.returnToPage();
    expect(story).toEqual(['session/loginFound']);
    expect(ports.localStorage.get('time')).toBe(new Date(FAKE_NOW_MS).toISOString());
  });

  it('copies new tokens of the same user without dispatching an action', () => {
    const ports = signedInPorts();
    const { story } = start(ports);
    signIn(ports, { access_token: 'access-2' });
    ports.control.returnToPage();
    expect(story).toEqual(['session/loginFound']);
    expect(ports.localStorage.get('access_token')).toBe('access-2');
  });

  it('updates the owner if the user has become an admin or is no longer one', () => {
    const ports = signedInPorts();
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

  it('dispatches the loss of a session once', () => {
    const ports = signedInPorts();
    const { story } = start(ports);
    ports.recorded.cookies.clear();
    ports.control.returnToPage();
    ports.control.returnToPage();
    expect(story).toEqual(['session/loginFound', 'session/sessionLost']);
  });

  it('finds a login in another tab', () => {
    const ports = createFakePorts();
    const { store } = start(ports);
    expect(store.getState().session.status).toBe('loggedOut');
    signIn(ports, { sponsor_id: 'other' });
    ports.control.returnToPage();
    expect(selectSessionOwner(store.getState())).toEqual(anOwner({ sponsorId: 'other' }));
  });
});

describe('on request', () => {
  it('checks the session again', () => {
    const ports = createFakePorts();
    const { store } = start(ports);
    signIn(ports);
    store.dispatch(checkRequested());
    expect(store.getState().session.status).toBe('loggedIn');
  });

  it('logs out: keeps only the download list and opens the logout page', () => {
    const ports = signedInPorts();
    const { store } = start(ports);
    ports.localStorage.set('download-list', '{"items":"[]"}');
    store.dispatch(logoutRequested());
    expect(ports.localStorage.keys()).toEqual(['download-list']);
    expect(ports.recorded.cookies.size).toBe(0);
    expect(ports.recorded.assigns).toEqual(['https://id.test/logout']);
    expect(store.getState().session.status).toBe('loggedOut');
  });

  it('ignores events once the saga has been cancelled', () => {
    const ports = createFakePorts();
    const { task, story } = start(ports);
    task.cancel();
    signIn(ports);
    ports.control.returnToPage();
    expect(story).toEqual(['session/sessionLost']);
  });
});

/** Runs the check of a start and returns the action to dispatch. */
function check(ports = createFakePorts(), supplied?: Partial<SessionValues>) {
  return checkSession(ports, sessionReducer(undefined, { type: '@@test/start' }), supplied);
}

describe('checkSession with supplied values', () => {
  it('stores a complete session and stamps the time, without any cookie', () => {
    const ports = createFakePorts();
    expect(check(ports, aSession())).toEqual(loginFound(anOwner()));
    expect(Object.fromEntries(ports.localStorage.entries)).toEqual({
      ...aSession(),
      time: new Date(FAKE_NOW_MS).toISOString(),
    });
  });

  it.each(SESSION_KEYS)('clears everything but the download list if %s is missing', (key) => {
    const ports = createFakePorts();
    for (const [name, value] of Object.entries(aSession())) ports.localStorage.set(name, value);
    for (const name of ['time', 'isAdmin', 'refreshed-at', 'download-list']) ports.localStorage.set(name, '1');
    expect(check(ports, { ...aSession(), [key]: '' })).toEqual(sessionLost());
    expect(ports.localStorage.keys()).toEqual(['download-list']);
  });
});

it.each(SESSION_KEYS)(
  'checkSession clears local storage except for the download list if the cookie %s is missing',
  (key) => {
    const ports = createFakePorts();
    check(ports, aSession());
    ports.localStorage.set('download-list', '1');
    signIn(ports);
    ports.recorded.cookies.delete(key);
    expect(check(ports)).toEqual(sessionLost());
    expect(ports.localStorage.keys()).toEqual(['download-list']);
  },
);
