import sharp from 'sharp';
import { paintAutofluorescence, paintDapi, paintGfp } from '../../server/src/samples/brainChannels';
import { layOutSection } from '../../server/src/samples/brainSection';
import { photograph } from '../../server/src/samples/camera';
import { encodeTiff } from '../../server/src/samples/encodeTiff';
import { signIn, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { md5 } from '../support/uploadFile';

describe('an encoded TIFF', () => {
  const pixels = Uint16Array.of(0, 1, 255, 256, 40_000, 65_535);

  test('reads back pixel by pixel', async () => {
    const tiff = encodeTiff({ width: 3, height: 2, pixels });
    const { format, width, height, depth, channels } = await sharp(tiff).metadata();
    expect({ format, width, height, depth, channels }).toEqual({
      format: 'tiff',
      width: 3,
      height: 2,
      depth: 'ushort',
      channels: 1,
    });
    const raw = await sharp(tiff).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
    expect([...new Uint16Array(new Uint8Array(raw).buffer)]).toEqual([...pixels]);
  });

  test('wants as many pixels as the image has', () => {
    expect(() => encodeTiff({ width: 3, height: 3, pixels })).toThrow(RangeError);
  });
});

describe('a drawn section', () => {
  const layout = layOutSection(320, 240, 0.6, 4);

  test('is the same each time, and another with another seed', () => {
    const draw = (seed: number): string =>
      md5(encodeTiff(photograph(paintDapi(layOutSection(320, 240, 0.6, 4), seed), seed)));
    expect(draw(1)).toBe(draw(1));
    expect(draw(1)).not.toBe(draw(2));
  });

  test.each([
    ['autofluorescence', paintAutofluorescence],
    ['GFP', paintGfp],
    ['DAPI', paintDapi],
  ])('in %s is dim as real ones are: tissue over its ground, no pixel near the camera’s limit', (_name, paint) => {
    const { pixels } = photograph(paint(layout, 1), 1);
    const corner = mean(pixels.subarray(0, 20));
    const middle = mean(pixels.subarray(150 * 320 + 140, 150 * 320 + 180));
    expect(corner).toBeGreaterThan(50);
    expect(middle).toBeGreaterThan(corner * 1.5);
    expect(Math.max(...pixels)).toBeLessThan(20_000);
  });
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

  test('are two of acme, with a dataset described in full', async () => {
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

  test('the dataset has 24 sections in 3 channels, but for one image', async () => {
    const keys = await keysBelow('acme/mouse-brain-atlas/TC042');
    expect(keys).toHaveLength(71);
    expect(keys[0]).toBe('acme/mouse-brain-atlas/TC042/TC042_S000001_L01_ch01.tif');
    expect(keys).not.toContain('acme/mouse-brain-atlas/TC042/TC042_S000017_L01_ch02.tif');
    expect(await keysBelow('acme/kidney-clearing-pilot')).toHaveLength(6);
  });

  test('another sponsor has its own', async () => {
    const globex = await signIn(backend, 'member@globex.example');
    const { body } = await globex.call('GET', '/project');
    expect(body).toMatchObject({ projects: [{ title: 'liver-panel' }] });
  });
});

function mean(values: Uint16Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
