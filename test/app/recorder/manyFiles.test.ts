import { createRecorder } from '../../../src/app/recorder/recorder';
import { EXIT, replayText } from '../../replay/replayText';
import { FAKE_NOW_MS, type FakePorts } from '../../support/fakePorts';
import { uploadSmallFiles } from '../../support/uploadSmallFiles';
import { passUntil } from '../../support/virtualTime';

const FILES = 300;

beforeEach(() => {
  jest.useFakeTimers({ now: FAKE_NOW_MS });
});

it('re-runs the sagas of an upload of 300 files', async () => {
  const recorders: ReturnType<typeof createRecorder>[] = [];
  const createExtension = (ports: FakePorts) => {
    const recorder = createRecorder(ports);
    recorders.push(recorder);
    return recorder;
  };
  const { store, stop } = await uploadSmallFiles(FILES, { createExtension });
  await passUntil(() => store.getState().uploads.done.files === FILES);
  const text = recorders[0]?.createFile(store.getState()) ?? '';
  stop();
  const { code, lines } = await replayText(text);
  expect(code).toBe(EXIT.replayed);
  expect(lines[0]).toMatch(/: 15\d{2} actions in \d+ entries\.$/);
  expect(lines.at(-1)).toBe('✓ The sagas dispatch the same actions in the same order.');
}, 120_000);
