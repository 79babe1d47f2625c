import fc from 'fast-check';
import {
  decideRefresh,
  guessClockOffset,
  learnClockOffset,
  readTokenLife,
} from '../../../src/domain/session/tokenLife';
import { anIdToken, FAKE_NOW_MS } from '../../support/fakePorts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const lifeOf = (lifeMs: number) => ({ issuedAtMs: FAKE_NOW_MS, expiresAtMs: FAKE_NOW_MS + lifeMs });

describe('the life of a token', () => {
  it('is read from its iat and exp, which are seconds', () => {
    expect(readTokenLife(anIdToken({ iat: 1_000, exp: 4_600 }))).toEqual({
      issuedAtMs: 1_000_000,
      expiresAtMs: 4_600_000,
    });
  });

  it.each([{}, { exp: 9 }, { iat: 9 }, { iat: '1', exp: '2' }, { iat: 2, exp: 2 }, { iat: 3, exp: 2 }])(
    'is unknown of the payload %j',
    (payload) => {
      expect(readTokenLife(anIdToken(payload))).toBeUndefined();
    },
  );

  it('is unknown of what is no JWT', () => {
    expect(readTokenLife('access-1')).toBeUndefined();
  });
});

describe('a refresh ahead of the end', () => {
  it('is due five minutes before it, for a token of an hour', () => {
    expect(decideRefresh(lifeOf(HOUR_MS), FAKE_NOW_MS)).toEqual({ kind: 'later', waitMs: 55 * MINUTE_MS });
    expect(decideRefresh(lifeOf(HOUR_MS), FAKE_NOW_MS + 55 * MINUTE_MS - 1)).toEqual({ kind: 'later', waitMs: 1 });
    expect(decideRefresh(lifeOf(HOUR_MS), FAKE_NOW_MS + 55 * MINUTE_MS)).toEqual({ kind: 'due' });
  });

  it('is due when a quarter is left of a short life', () => {
    expect(decideRefresh(lifeOf(8 * MINUTE_MS), FAKE_NOW_MS)).toEqual({ kind: 'later', waitMs: 6 * MINUTE_MS });
  });

  it('is due when the clock was set back since: what is known of it is wrong', () => {
    expect(decideRefresh(lifeOf(HOUR_MS), FAKE_NOW_MS - MINUTE_MS)).toMatchObject({ kind: 'later' });
    expect(decideRefresh(lifeOf(HOUR_MS), FAKE_NOW_MS - MINUTE_MS - 1)).toEqual({ kind: 'due' });
  });

  const lives = fc.integer({ min: MINUTE_MS, max: 24 * HOUR_MS });

  it('is never due of a token that was made just now, and due before it ends, whatever its life', () => {
    fc.assert(
      fc.property(lives, (lifeMs) => {
        const life = lifeOf(lifeMs);
        const timing = decideRefresh(life, life.issuedAtMs);
        expect(timing.kind === 'later' && timing.waitMs >= lifeMs / 2 && timing.waitMs < lifeMs).toBe(true);
        expect(decideRefresh(life, life.expiresAtMs)).toEqual({ kind: 'due' });
      }),
    );
  });
});

describe('a client clock that is wrong', () => {
  /** Client time minus server time. */
  const errors = fc.integer({ min: -12 * HOUR_MS, max: 12 * HOUR_MS });
  const lives = fc.integer({ min: 4 * MINUTE_MS, max: 24 * HOUR_MS });
  const LOOK_MS = MINUTE_MS;

  /** A day of looks at the clock, once a minute. Ages at which tokens were replaced, milliseconds. */
  function liveADay(lifeMs: number, errorMs: number, ageAtLoginMs: number): readonly number[] {
    const seenAtMs = FAKE_NOW_MS + errorMs;
    let life = { issuedAtMs: FAKE_NOW_MS - ageAtLoginMs, expiresAtMs: FAKE_NOW_MS - ageAtLoginMs + lifeMs };
    let offsetMs = guessClockOffset(life, seenAtMs);
    const ages: number[] = [];
    for (let serverMs = FAKE_NOW_MS; serverMs < FAKE_NOW_MS + 24 * HOUR_MS; serverMs += LOOK_MS) {
      const clientMs = serverMs + errorMs;
      if (decideRefresh(life, clientMs + offsetMs).kind === 'later') continue;
      ages.push(serverMs - life.issuedAtMs);
      life = { issuedAtMs: serverMs, expiresAtMs: serverMs + lifeMs };
      offsetMs = learnClockOffset(life, clientMs);
    }
    return ages;
  }

  it('costs one refresh at most that comes too early, and none too late, after a login just now', () => {
    fc.assert(
      fc.property(lives, errors, (lifeMs, errorMs) => {
        const [first = 0, ...others] = liveADay(lifeMs, errorMs, 0);
        expect(first).toBeLessThan(lifeMs);
        for (const age of others) {
          expect(age).toBeGreaterThanOrEqual(lifeMs / 2);
          expect(age).toBeLessThan(lifeMs);
        }
      }),
    );
  });

  it('is known from the first refresh on, whenever the login was', () => {
    fc.assert(
      fc.property(lives, errors, fc.double({ min: 0, max: 1, noNaN: true }), (lifeMs, errorMs, part) => {
        for (const age of liveADay(lifeMs, errorMs, Math.floor(lifeMs * part)).slice(1)) {
          expect(age).toBeGreaterThanOrEqual(lifeMs / 2);
          expect(age).toBeLessThan(lifeMs);
        }
      }),
    );
  });
});
