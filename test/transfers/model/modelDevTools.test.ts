/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../../support/devToolsExtension';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { openDevTools } from '../../support/devToolsExtension';
import { FAKE_NOW_MS } from '../../support/fakePorts';
import { expectModelToHold, MODEL } from './modelRun';
import { DEVTOOLS_COMMANDS, devToolsSchedules } from './modelSchedule';

// Small parts, so that all bytes can be kept and compared.
jest.mock('@data-manager/domain/constants', () => ({
  ...jest.requireActual<object>('@data-manager/domain/constants'),
  UPLOAD_PART_BYTES: 64,
}));

/** Runs with DevTools are slow, so there are fewer of them. */
const RUNS = MODEL.runs / 10;

beforeEach(() => void jest.useFakeTimers({ now: FAKE_NOW_MS, doNotFake: ['nextTick', 'queueMicrotask'] }));

describe('downloads and uploads while a developer shows past states and locks the store in DevTools', () => {
  it(
    'keeps one download active, starts none twice, loses nothing silently, and ends with no item or with failed ones in spite of DevTools',
    () =>
      expectModelToHold(devToolsSchedules, {
        runs: RUNS,
        kinds: DEVTOOLS_COMMANDS,
        devTools: { createTools: createDevelopmentTools, open: openDevTools },
      }),
    MODEL.timeoutMs,
  );
});
