import '../../support/useProductionBuilds';
import { FAKE_NOW_MS } from '../../support/fakePorts';
import { expectModelToHold, MODEL } from './modelRun';
import { COMMANDS, modelSchedules, POLL_ANSWERS, START_ANSWERS } from './modelSchedule';

// Small parts, so that all bytes can be kept and compared.
jest.mock('@data-manager/domain/constants', () => ({
  ...jest.requireActual<object>('@data-manager/domain/constants'),
  UPLOAD_PART_BYTES: 64,
}));

const KINDS: readonly string[] = [
  ...COMMANDS,
  ...POLL_ANSWERS.map((answer) => `poll ${answer}`),
  ...START_ANSWERS.map((answer) => `download start ${answer}`),
];

beforeEach(() => void jest.useFakeTimers({ now: FAKE_NOW_MS, doNotFake: ['nextTick', 'queueMicrotask'] }));

describe('downloads and uploads with random commands and answers', () => {
  it(
    'keeps one download active, starts none twice, loses nothing silently, and ends with no item or with failed ones',
    () => expectModelToHold(modelSchedules, { runs: MODEL.runs, kinds: KINDS }),
    MODEL.timeoutMs,
  );
});
