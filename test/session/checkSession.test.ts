import { runSaga } from 'redux-saga';
import { SESSION_KEYS, type SessionValues } from '../../src/domain/session/session';
import { checkSession } from '../../src/session/checkSession';
import { loginFound, sessionLost, sessionReducer } from '../../src/session/sessionSlice';
import { anOwner } from '../support/builders';
import { aSession, createFakePorts, FAKE_NOW_MS, signIn } from '../support/fakePorts';

/** Checks the session once, with what is supplied instead of the cookies. Gives what the store was told. */
function check(ports = createFakePorts(), supplied?: Partial<SessionValues>): readonly unknown[] {
  const told: unknown[] = [];
  const session = sessionReducer(undefined, { type: '@@test/start' });
  runSaga(
    { context: { ports }, getState: () => ({ session }), dispatch: (action: unknown) => told.push(action) },
    checkSession,
    supplied,
  );
  return told;
}

describe('a session that is supplied', () => {
  it('complete is taken without any cookie, and its time stamped', () => {
    const ports = createFakePorts();
    expect(check(ports, aSession())).toEqual([loginFound(anOwner())]);
    expect(Object.fromEntries(ports.localStorage.entries)).toEqual({
      ...aSession(),
      time: new Date(FAKE_NOW_MS).toISOString(),
    });
  });

  it.each(SESSION_KEYS)('without %s is none, and clears all but the download list', (key) => {
    const ports = createFakePorts();
    for (const [name, value] of Object.entries(aSession())) ports.localStorage.set(name, value);
    for (const name of ['time', 'isAdmin', 'clock-offset', 'download-list']) ports.localStorage.set(name, '1');
    expect(check(ports, { ...aSession(), [key]: '' })).toEqual([sessionLost()]);
    expect(ports.localStorage.keys()).toEqual(['download-list']);
  });
});

it.each(SESSION_KEYS)('cookies without %s are no session, and local storage keeps the download list alone', (key) => {
  const ports = createFakePorts();
  check(ports, aSession());
  ports.localStorage.set('download-list', '1');
  signIn(ports);
  ports.recorded.cookies.delete(key);
  expect(check(ports)).toEqual([sessionLost()]);
  expect(ports.localStorage.keys()).toEqual(['download-list']);
});
