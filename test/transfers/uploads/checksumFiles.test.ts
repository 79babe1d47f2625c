import type { ExpectedSum } from '@data-manager/domain/checksums/expectedSum';
import type { HashPartResult, Ports } from '../../../src/platform/ports';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { cacheFeatures } from '../../support/renderRoute';
import { pass } from '../../support/virtualTime';
import { aFile, bytesOfParts, md5OfPart, PUT_MS } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

const pages = createReplayedPages();

const RIGHT = md5OfPart('a.tif', 1);
const WRONG = md5OfPart('b.tif', 1);
const SHA256 = RIGHT + WRONG;

const aSum = (value: string, algorithm: ExpectedSum['algorithm'] = 'md5'): ExpectedSum => ({
  ...{ algorithm, value },
  from: algorithm === 'md5' ? 'run/MD5SUMS' : 'run/SHA256SUMS',
});

/** Uploads `a.tif`, which has checksums on the disk, and then `z.tif`, which has none. */
async function uploadWith(sums: readonly ExpectedSum[], size: number, overrides: Partial<Ports> = {}) {
  const page = await openUploadPage(pages, { overrides });
  const files = [page.choose(aFile('a.tif', size), { sums }), page.choose(aFile('z.tif', 10))];
  page.store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files }));
  await pass(20 * PUT_MS);
  const calls = page.operations.filter((one) => /^(?:start|PUT|complete|cancel)/.test(one));
  return { ...page, calls, endOfOther: calls.slice(calls.indexOf('start z.tif')) };
}

const DIFFERS = { kind: 'checksum-differs', from: 'run/MD5SUMS', value: WRONG, found: RIGHT };

test('a small file that differs from its checksum file is set aside before it is sent, and the others are uploaded', async () => {
  const { calls, files, endOfOther } = await uploadWith([aSum(RIGHT), aSum(WRONG)], 1_000);
  expect(calls.slice(0, 2)).toEqual(['start a.tif', 'cancel a.tif up-1']);
  expect(files()).toMatchObject([{ name: 'a.tif', progress: { phase: 'failed', failure: DIFFERS } }]);
  expect(endOfOther).toEqual(['start z.tif', 'PUT 1', 'complete z.tif up-2']);
});

test('a file of one part that has the checksum of its checksum file is hashed once and completed', async () => {
  const page = await openUploadPage(pages);
  const hashPart = jest.fn(page.ports.hashPart);
  const { calls, files } = await uploadWith([aSum(RIGHT)], bytesOfParts(1), { hashPart });
  expect(calls.slice(0, 3)).toEqual(['start a.tif', 'PUT 1', 'complete a.tif up-1']);
  // Once for the other file.
  expect(hashPart).toHaveBeenCalledTimes(2);
  expect(files()).toEqual([]);
});

test('a file of several parts that differs is not sent to its end and not completed', async () => {
  const { calls, files } = await uploadWith([aSum(WRONG)], bytesOfParts(12));
  const own = calls.slice(0, calls.indexOf('start z.tif'));
  expect(own).toContain('cancel a.tif up-1');
  expect(own).not.toContain('PUT 12');
  expect(own.filter((one) => one.startsWith('complete'))).toEqual([]);
  expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: DIFFERS } }]);
});

test('a file of several parts that has its checksum is completed once all of it is hashed', async () => {
  let finish: (hashed: HashPartResult) => void = () => undefined;
  const size = bytesOfParts(2);
  const page = await openUploadPage(pages);
  const { hashPart } = page.ports;
  const slow: Ports['hashPart'] = (body, ...rest) =>
    body.size === size ? new Promise((resolve) => (finish = resolve)) : hashPart(body, ...rest);
  const other = await openUploadPage(pages, { overrides: { hashPart: slow } });
  const file = other.choose(aFile('a.tif', size), { sums: [aSum(RIGHT)] });
  other.store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
  await pass(20 * PUT_MS);
  expect(other.operations.filter((one) => one.startsWith('PUT'))).toHaveLength(2);
  expect(other.operations.some((one) => one.startsWith('complete'))).toBe(false);
  finish({ kind: 'hashed', md5: RIGHT, bytes: size });
  await pass(PUT_MS);
  expect(other.operations.at(-1)).toBe('complete a.tif up-1');
});

test('a SHA-256 is computed only for a file that has one in its checksum file', async () => {
  const asked: (boolean | undefined)[] = [];
  const hashPart: Ports['hashPart'] = (body, _signal, _samples, _lane, withSha256) => {
    asked.push(withSha256);
    const name = (body as Blob & { readonly label: string }).label.split('@')[0] ?? '';
    return Promise.resolve({
      ...{ kind: 'hashed', md5: md5OfPart(name, 1), bytes: (body as Blob & { readonly length: number }).length },
      ...(withSha256 === true && { sha256: SHA256 }),
    });
  };
  const { files } = await uploadWith([aSum(RIGHT), aSum(SHA256, 'sha256')], 1_000, { hashPart });
  expect(asked).toEqual([true, undefined]);
  expect(files()).toEqual([]);
});

test('a stalled disk delays the comparison with a checksum file instead of failing the file', async () => {
  let stalls = 2;
  const page = await openUploadPage(pages);
  const { hashPart } = page.ports;
  const { files, calls } = await uploadWith([aSum(RIGHT)], 1_000, {
    hashPart: (...args) => ((stalls -= 1) >= 0 ? Promise.resolve({ kind: 'stalled' }) : hashPart(...args)),
  });
  expect(files()).toEqual([]);
  expect(calls).toContain('complete a.tif up-1');
});

test.each([
  [['receipts.list'], { manifest: 'MD5SUMS' }],
  [[], {}],
] as const)('the server is told the name of the checksum file if its features are %j', async (features, told) => {
  const page = await openUploadPage(pages);
  page.store.dispatch(cacheFeatures(features));
  const file = page.choose(aFile('a.tif', 1_000), { sums: [aSum(RIGHT)] });
  page.store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
  await pass(20 * PUT_MS);
  const { manifest } = page.completions[0] as { readonly manifest?: string };
  expect({ ...(manifest !== undefined && { manifest }) }).toEqual(told);
});
