import { SMALL_FILE_BYTES } from '@data-manager/domain/constants';
import { placeSample } from '@data-manager/domain/uploads/contentSamples';
import { planParts } from '@data-manager/domain/uploads/uploadPlan';
import type { FileProbe, Ports } from '../../../src/platform/ports';
import { pauseRequested, resumeRequested, retryRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { pass } from '../../support/virtualTime';
import { anInterruptedUpload } from '../interrupted/aBrowser';
import { aFile, bytesOfParts, PUT_MS } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

const pages = createReplayedPages();

const SIZE = bytesOfParts(3);
const plan = planParts({ size: SIZE });
const PARTS = plan.ok ? plan.value : [];
/** The random number of the fake ports. */
const FRACTION = 0.5;

/** A page that has sent the first of three parts; two are sent at a time. */
async function aPageAfterOnePart(overrides: Partial<Ports> = {}) {
  const page = await openUploadPage(pages, { overrides });
  page.upload(aFile('a.tif', SIZE));
  await pass(PUT_MS + PUT_MS / 2);
  return page;
}

const ends = (operations: readonly string[]) => operations.filter((one) => /^(start|complete|cancel)/.test(one));

describe('a file that is overwritten during its upload, with the same size and time', () => {
  it.each(
    PARTS.slice(0, 2).flatMap((part): [string, number][] => [
      [`at the beginning of part ${part.partNumber}`, part.start],
      [`at the random place of part ${part.partNumber}`, placeSample(part, FRACTION)],
    ]),
  )('is not completed if it is overwritten %s', async (_place, place) => {
    const { overwrite, files, operations } = await aPageAfterOnePart();
    overwrite('a.tif', place);
    await pass(5 * PUT_MS);
    expect(ends(operations)).toEqual(['start a.tif', 'cancel a.tif up-1']);
    expect(files()).toMatchObject([
      { progress: { phase: 'failed', failure: { kind: 'file-changed', fileName: 'a.tif' } } },
    ]);
  });

  it('is sent from the beginning by a retry', async () => {
    const { overwrite, store, files, operations } = await aPageAfterOnePart();
    overwrite('a.tif', 0);
    await pass(5 * PUT_MS);
    operations.length = 0;
    store.dispatch(retryRequested({}));
    await pass(5 * PUT_MS);
    expect(ends(operations)).toEqual(['start a.tif', 'complete a.tif up-2']);
    expect(operations.filter((one) => one.startsWith('PUT')).sort()).toEqual(['PUT 1', 'PUT 2', 'PUT 3']);
    expect(files()).toEqual([]);
  });

  it('is completed if it is overwritten before its first part is sent', async () => {
    const page = await openUploadPage(pages);
    page.overwrite('a.tif', 0);
    page.upload(aFile('a.tif', SIZE));
    await pass(5 * PUT_MS);
    expect(ends(page.operations)).toEqual(['start a.tif', 'complete a.tif up-1']);
  });

  it('is not completed if it is overwritten while the queue is paused', async () => {
    const { overwrite, store, files, operations } = await aPageAfterOnePart();
    store.dispatch(pauseRequested());
    await pass(60_000);
    overwrite('a.tif', 0);
    store.dispatch(resumeRequested());
    await pass(5 * PUT_MS);
    expect(ends(operations)).toEqual(['start a.tif', 'cancel a.tif up-1']);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'file-changed' } } }]);
  });

  it('is not completed if it is overwritten while its page is closed', async () => {
    const { openTab, overwrite, operations } = await anInterruptedUpload(pages);
    overwrite('a.tif', 0);
    const tab = await openTab();
    tab.rechoose(aFile('a.tif', bytesOfParts(5)));
    await pass(10 * PUT_MS);
    expect(ends(operations)).toEqual(['cancel a.tif up-1']);
    expect(tab.queue()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'file-changed' } } }]);
  });
});

it.each<[FileProbe, string, string]>([
  ['changed', 'fails', 'cancel a.tif up-1'],
  ['missing', 'is completed', 'complete a.tif up-1'],
])('a sent file that can no longer be read since it is %s %s', async (finding, _end, last) => {
  const { operations } = await aPageAfterOnePart({
    hashSamples: () => Promise.resolve({ kind: 'unreadable' }),
    probeFile: () => Promise.resolve(finding),
  });
  await pass(5 * PUT_MS);
  expect(ends(operations)).toEqual(['start a.tif', last]);
});

it('an upload whose samples can’t be read in time fails, and its parts are kept for a retry', async () => {
  const hashSamples = jest.fn<ReturnType<Ports['hashSamples']>, Parameters<Ports['hashSamples']>>();
  hashSamples.mockResolvedValue({ kind: 'stalled' });
  const { store, files, operations } = await aPageAfterOnePart({ hashSamples });
  await pass(5 * PUT_MS);
  expect(files()).toMatchObject([
    { progress: { phase: 'failed', failure: { kind: 'stalled' }, session: { uploadId: 'up-1' } } },
  ]);
  const sent = operations.length;
  hashSamples.mockImplementation((_file, samples) =>
    Promise.resolve({ kind: 'hashed', md5: '', bytes: 0, samples: samples.map(() => 'other') }),
  );
  store.dispatch(retryRequested({}));
  await pass(PUT_MS);
  expect(operations.slice(sent)).toEqual(['cancel a.tif up-1']);
});

it('a small file is not read a second time', async () => {
  const hashSamples = jest.fn<ReturnType<Ports['hashSamples']>, Parameters<Ports['hashSamples']>>();
  const page = await openUploadPage(pages, { overrides: { hashSamples } });
  page.upload(aFile('small.tif', SMALL_FILE_BYTES), aFile('b.tif', 10));
  await pass(5 * PUT_MS);
  expect(page.files()).toEqual([]);
  expect(hashSamples).not.toHaveBeenCalled();
});
