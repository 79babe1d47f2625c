import sharp from 'sharp';
import { drawBrainSection } from '../../server/src/samples/brain';
import { signIn, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { md5 } from '../support/uploadFile';

describe('a generated brain section', () => {
  it('is the same for the same seed, and differs for another seed', async () => {
    const draw = async (seed: number): Promise<string> => md5(await drawBrainSection('DAPI', 0.6, seed));
    const first = await draw(1);
    expect(await draw(1)).toBe(first);
    expect(await draw(2)).not.toBe(first);
  });

  it.each(['autofluorescence', 'GFP', 'DAPI'] as const)(
    'is a dim 16-bit grayscale TIFF in the %s channel, with tissue brighter than the background',
    async (channel) => {
      const tiff = await drawBrainSection(channel, 0.6, 4);
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

describe('the sample projects of a first start', () => {
  let backend: Backend;
  let acme: Session;

  beforeAll(async () => {
    backend = await startBackend({ SAMPLES: '1' }, { data: 'none' });
    acme = await signIn(backend, 'member@acme.example');
  }, 120_000);
  afterAll(() => backend.stop());

  async function keysBelow(path: string): Promise<string[]> {
    const { body } = await acme.call<{ files: { key: string }[] }>('GET', `/manage/files?path=${path}`);
    return body.files.map(({ key }) => key);
  }

  it('include two projects of acme and a dataset with complete metadata', async () => {
    const { body } = await acme.call<{ projects: { title: string; projectHash: string }[] }>('GET', '/project');
    expect(body.projects.map(({ title }) => title)).toEqual(['kidney-clearing-pilot', 'mouse-brain-atlas']);
    const [kidney, atlas] = body.projects;
    expect(await acme.call('GET', `/dataset/${kidney?.projectHash ?? ''}`)).toMatchObject({ body: { datasets: [] } });
    expect(await acme.call('GET', `/dataset/${atlas?.projectHash ?? ''}`)).toMatchObject({
      body: {
        datasets: [
          {
            dataset: 'TC042',
            sid: 'acme',
            physicalSections: 24,
            pixelSize: 1.37,
            channels: [{ num: 1 }, { num: 2 }, { num: 3 }],
          },
        ],
      },
    });
  });

  it('include a dataset of 24 sections in 3 channels with one missing image', async () => {
    const keys = await keysBelow('acme/mouse-brain-atlas/TC042');
    expect(keys).toHaveLength(71);
    expect(keys[0]).toBe('acme/mouse-brain-atlas/TC042/TC042_S000001_L01_ch01.tif');
    expect(keys).not.toContain('acme/mouse-brain-atlas/TC042/TC042_S000017_L01_ch02.tif');
    expect(await keysBelow('acme/kidney-clearing-pilot')).toHaveLength(6);
  });

  it('include a project of another sponsor', async () => {
    const globex = await signIn(backend, 'member@globex.example');
    const { body } = await globex.call('GET', '/project');
    expect(body).toMatchObject({ projects: [{ title: 'liver-panel' }] });
  });
});

function mean(values: Uint16Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
