import type { Ports } from '../../../src/platform/ports';
import { selectSessionOwner } from '../../../src/session/sessionSlice';
import type { TestStore } from '../../support/createTestStore';
import type { FakePorts } from '../../support/fakePorts';
import { createApi } from './faultRunApi';
import { hashPart } from './faultRunFiles';
import { createLedger } from './faultRunLedger';
import { createLine } from './faultRunLine';
import type { Schedule } from './faultRunSchedule';
import { createScript } from './faultRunScript';
import { createStorage } from './faultRunStorage';
import { createTokens } from './faultRunTokens';
import { createWitness } from './faultRunWitness';

/** Who works at this browser, by user id; the first of them begins. */
export const USERS = ['user-1', 'user-2'] as const;

type State = ReturnType<TestStore['store']['getState']>;

/** Servers, storage, the line to them and people, which go by the schedule, in virtual time. */
export function createSurroundings(schedule: Schedule) {
  const script = createScript();
  const line = createLine();
  const ledger = createLedger(schedule);
  /** The bytes of every file that was chosen, by key. */
  const sources = new Map<string, Uint8Array>();
  let fractions = 0;
  const fraction = (): number => schedule.fractions[(fractions += 1) % schedule.fractions.length] ?? 0;
  const tokens = createTokens({ schedule, script, line });
  const storage = createStorage({ schedule, script, line, ledger, fraction });
  const api = createApi({ schedule, script, line, ledger, tokens, sign: storage.sign });
  let uuids = 0;
  let user: string = USERS[0];
  /** Everybody who has signed in, by user id. */
  const people = new Set<string>([user]);
  /** What is still to come by the clock. */
  let ahead = 0;

  /** Nobody sends what somebody else has chosen. */
  const judgeSender = ({ uploads, ...state }: State): string[] => {
    const key = ledger.uploads.get(storage.puts.at(-1)?.uploadId ?? '')?.key;
    const sent = uploads.files.find((file) => file.key === key);
    const owner = selectSessionOwner(state);
    if (sent === undefined || owner === undefined || sent.userId === owner.userId) return [];
    return [`${owner.userId} sends a file of ${sent.userId}`];
  };

  return {
    ...{ script, line, ledger, sources, tokens, storage, api, people },
    user: () => user,
    signIn: (ports: FakePorts, who = user): void => {
      user = who;
      people.add(who);
      tokens.signInAgain(ports, { user_id: who });
    },
    later: (milliseconds: number, happens: () => void): void => {
      ahead += 1;
      setTimeout(() => {
        ahead -= 1;
        happens();
      }, milliseconds);
    },
    isAhead: () => ahead > 0,
    /** What a page of the app has of all this, and who watches its uploads. */
    forPage: (state: () => State) => {
      const witness = createWitness({
        ledger,
        puts: storage.puts,
        cancelsAsked: api.books.cancelsAsked,
        sourceOf: (key) => sources.get(key) ?? new Uint8Array(),
      });
      const ports = {
        clock: { now: () => Date.now() },
        random: { uuid: () => `uuid-${(uuids += 1)}`, fraction },
        putPart: (request) => {
          const result = storage.putPart(request);
          witness.seeLatestPut();
          witness.violations.push(...judgeSender(state()));
          return result;
        },
        hashPart,
      } satisfies Partial<Ports>;
      return { witness, ports };
    },
  };
}
