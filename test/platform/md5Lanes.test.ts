import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createMd5Lanes, type Md5Lane, type OpenMd5Lane } from '../../src/platform/md5Lanes';
import { pass } from '../support/virtualTime';

const LANES = 4;

function bytesOf(length: number, seed = 0): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 7) % 251);
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

async function open(openLane: OpenMd5Lane): Promise<Md5Lane> {
  const lane = await Promise.resolve(openLane());
  if (lane === undefined) throw new Error('All lanes are open.');
  return lane;
}

/** Hashes bytes in chunks of the given length. */
async function hash(openLane: OpenMd5Lane, bytes: Uint8Array, chunkBytes: number): Promise<string> {
  const lane = await open(openLane);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    await lane.update(bytes.subarray(start, start + chunkBytes));
  }
  return lane.digest();
}

describe('the lanes of MD5', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 127, 128, 65_535, 65_536, 65_537, 1_000_003])(
    'returns the MD5 of %d bytes in a single lane',
    async (length) => {
      const bytes = bytesOf(length);
      expect(await hash(await createMd5Lanes(), bytes, 100_000)).toBe(md5Of(bytes));
    },
  );

  it('returns the MD5s of messages of any length in chunks of any length at the same time', async () => {
    const openLane = await createMd5Lanes();
    const message = fc.record({
      length: fc.nat(200_000),
      seed: fc.nat(100),
      chunkBytes: fc.integer({ min: 1_000, max: 100_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: LANES, maxLength: LANES }), async (messages) => {
        const all = messages.map(({ length, seed }) => bytesOf(length, seed));
        const hashes = all.map((bytes, index) => hash(openLane, bytes, messages[index]?.chunkBytes ?? 1));
        expect(await Promise.all(hashes)).toEqual(all.map(md5Of));
      }),
      { numRuns: 20 },
    );
  });

  it('opens four lanes at a time', async () => {
    const openLane = await createMd5Lanes();
    const lanes = Array.from({ length: LANES }, openLane);
    expect(openLane()).toBeUndefined();
    lanes[1]?.close();
    expect(openLane()).toBeDefined();
  });

  describe('with a lane that gets no bytes', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    /** Opens a lane without bytes, and sends bytes to another one. */
    async function visit() {
      const openLane = await createMd5Lanes();
      const silent = await open(openLane);
      const busy = await open(openLane);
      const bytes = bytesOf(100_000);
      let isProcessed = false;
      void busy.update(bytes).then(() => (isProcessed = true));
      await pass(0);
      return { silent, busy, md5: md5Of(bytes), isProcessed: () => isProcessed };
    }

    it('waits for its bytes for a moment', async () => {
      const { silent, busy, md5, isProcessed } = await visit();
      expect(isProcessed()).toBe(false);
      await pass(20);
      expect(isProcessed()).toBe(true);
      expect(busy.digest()).toBe(md5);
      expect(silent.digest()).toBe(md5Of(bytesOf(0)));
    });

    it('does not wait for a lane that is closed', async () => {
      const { silent, busy, md5, isProcessed } = await visit();
      silent.close();
      await pass(0);
      expect(isProcessed()).toBe(true);
      expect(busy.digest()).toBe(md5);
      expect(jest.getTimerCount()).toBe(0);
    });

    it('ends the update of a lane that is closed, and ignores further ones', async () => {
      const { busy, isProcessed } = await visit();
      busy.close();
      await pass(0);
      expect(isProcessed()).toBe(true);
      await expect(busy.update(bytesOf(1_000))).resolves.toBeUndefined();
    });
  });

  it('rejects if WebAssembly is not allowed', async () => {
    jest.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new WebAssembly.CompileError('not allowed'));
    await expect(createMd5Lanes()).rejects.toThrow('not allowed');
  });
});
