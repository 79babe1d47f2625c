import sharp from 'sharp';
import { createDataset, listDatasets } from '../../server/src/database/projects/datasets';
import { createProject, findProjectByTitle, type Project } from '../../server/src/database/projects/projects';
import { drawBrainSection } from '../../server/src/samples/brain';
import { makeSamples } from '../../server/src/samples/makeSamples';
import { drawOrgan } from '../../server/src/samples/organs';
import { md5 } from '../support/uploadFile';

// Drawing all samples takes 20 s. The end-to-end tests start with them.
jest.mock('../../server/src/samples/brain');
jest.mock('../../server/src/samples/organs');
jest.mock('../../server/src/database/projects/datasets', () => ({ createDataset: jest.fn(), listDatasets: jest.fn() }));
jest.mock('../../server/src/database/projects/projects', () => ({
  createProject: jest.fn(),
  findProjectByTitle: jest.fn(),
}));

const { drawBrainSection: reallyDrawBrainSection } = jest.requireActual<{ drawBrainSection: typeof drawBrainSection }>(
  '../../server/src/samples/brain',
);
const { drawOrgan: reallyDrawOrgan } = jest.requireActual<{ drawOrgan: typeof drawOrgan }>(
  '../../server/src/samples/organs',
);

describe('a generated brain section', () => {
  it('is the same for the same seed, and differs for another seed', async () => {
    const draw = async (seed: number): Promise<string> => md5(await reallyDrawBrainSection('DAPI', 0.6, seed));
    const first = await draw(1);
    expect(await draw(1)).toBe(first);
    expect(await draw(2)).not.toBe(first);
  });

  it.each(['autofluorescence', 'GFP', 'DAPI'] as const)(
    'is a dim 16-bit grayscale TIFF in the %s channel, with tissue brighter than the background',
    async (channel) => {
      const tiff = await reallyDrawBrainSection(channel, 0.6, 4);
      expect(await sharp(tiff).metadata()).toMatchObject({ format: 'tiff', width: 640, height: 480, depth: 'ushort' });
      const raw = await sharp(tiff).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
      const pixels = new Uint16Array(new Uint8Array(raw).buffer);
      const background = mean(pixels.subarray(0, 20));
      const tissue = mean(pixels.subarray(260 * 640 + 270, 260 * 640 + 310));
      expect(background).toBeGreaterThan(50);
      expect(tissue).toBeGreaterThan(background * 1.5);
      expect(pixels.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(20_000);
    },
  );
});

test('a generated organ is a TIFF', async () => {
  const tiff = await reallyDrawOrgan({ organ: 'kidney', stain: 'vessels', seed: 5 });
  expect(await sharp(tiff).metadata()).toMatchObject({ format: 'tiff', width: 640, height: 480, depth: 'ushort' });
});

describe('makeSamples', () => {
  const stored = new Map<string, Buffer>();
  const services = {
    database: {},
    objects: { put: (key: string, body: Buffer) => Promise.resolve(stored.set(key, body)) },
  } as unknown as Parameters<typeof makeSamples>[0];

  const keysBelow = (folder: string): string[] => [...stored.keys()].filter((key) => key.startsWith(`${folder}/`));

  beforeEach(() => {
    stored.clear();
    jest.resetAllMocks();
    jest.mocked(drawBrainSection).mockResolvedValue(Buffer.of(1));
    jest.mocked(drawOrgan).mockResolvedValue(Buffer.of(2));
    jest.mocked(listDatasets).mockResolvedValue([]);
    jest
      .mocked(createProject)
      .mockImplementation((_database, { title }) => Promise.resolve({ projectHash: `hash of ${title}` } as Project));
  });

  it('creates two projects of acme and one of globex', async () => {
    await makeSamples(services);
    expect(jest.mocked(createProject).mock.calls.map(([, { sponsorId, title }]) => [sponsorId, title])).toEqual([
      ['acme', 'mouse-brain-atlas'],
      ['acme', 'kidney-clearing-pilot'],
      ['globex', 'liver-panel'],
    ]);
    expect(keysBelow('acme/kidney-clearing-pilot')).toHaveLength(6);
    expect(keysBelow('globex/liver-panel')).toHaveLength(3);
  });

  it('creates a dataset of 24 sections in 3 channels with one missing image', async () => {
    await makeSamples(services);
    expect(jest.mocked(createDataset)).toHaveBeenCalledTimes(1);
    expect(jest.mocked(createDataset).mock.calls[0]?.[1]).toMatchObject({
      projectHash: 'hash of mouse-brain-atlas',
      dataset: 'TC042',
      sid: 'acme',
      physicalSections: 24,
      pixelSize: 1.37,
      channels: [{ num: 1 }, { num: 2 }, { num: 3 }],
    });
    const keys = keysBelow('acme/mouse-brain-atlas/TC042');
    expect(keys).toHaveLength(71);
    expect(keys[0]).toBe('acme/mouse-brain-atlas/TC042/TC042_S000001_L01_ch01.tif');
    expect(keys).not.toContain('acme/mouse-brain-atlas/TC042/TC042_S000017_L01_ch02.tif');
  });

  it('creates only what is missing after an interruption', async () => {
    jest
      .mocked(findProjectByTitle)
      .mockImplementation((_database, _sponsorId, title) =>
        Promise.resolve(title === 'liver-panel' ? undefined : ({ projectHash: `hash of ${title}` } as Project)),
      );
    jest.mocked(listDatasets).mockResolvedValue([{} as Awaited<ReturnType<typeof listDatasets>>[number]]);
    await makeSamples(services);
    expect(jest.mocked(createProject).mock.calls.map(([, { title }]) => title)).toEqual(['liver-panel']);
    expect(jest.mocked(createDataset)).not.toHaveBeenCalled();
  });
});

function mean(values: Uint16Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
