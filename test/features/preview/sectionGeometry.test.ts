import { makePicture, type PictureSize } from '@data-manager/domain/pictures/picture';
import {
  extendPicture,
  geometryOf,
  originalSize,
  pixelOfChannel,
  placeChannels,
} from '../../../src/features/preview/picture/sectionGeometry';

function channelsOf(sizes: readonly PictureSize[], visible: readonly boolean[]) {
  const pictures = sizes.map((size) => ({
    ...makePicture({ width: 2, height: 1 }, [new Float32Array([-5, 5])]),
    origin: { size },
  }));
  return placeChannels(pictures.map(originalSize)).map((place, index) => ({
    ...{ place, picture: pictures[index], isOn: visible[index] === true },
  }));
}

describe('the geometry of a section', () => {
  const sizes = [
    { width: 2_048, height: 2_048 },
    { width: 1_024, height: 1_024 },
  ];

  it('is that of the finest visible image, and knows the size of its pixels when a finer one is hidden', () => {
    expect(geometryOf(channelsOf(sizes, [true, true]))).toEqual({ width: 2_048, height: 2_048, unit: 1 });
    expect(geometryOf(channelsOf(sizes, [false, true]))).toEqual({ width: 1_024, height: 1_024, unit: 2 });
    expect(geometryOf(channelsOf(sizes, [false, false]))).toBeUndefined();
  });

  it('contains all visible images of different shapes', () => {
    const shapes = [
      { width: 1_000, height: 300 },
      { width: 200, height: 800 },
    ];
    const channels = channelsOf(shapes, [true, true]);
    const geometry = geometryOf(channels);
    expect(geometry).toEqual({ width: 1_000, height: 800, unit: 1 });
    const [, { place } = {}] = channels;
    const pixelAt = (x: number, y: number) => geometry && place && pixelOfChannel({ x, y }, geometry, place);
    expect(pixelAt(199, 799)).toEqual({ x: 199, y: 799 });
    expect(pixelAt(200, 10)).toBeUndefined();
  });

  it('extends a picture of floats with values that are black, and leaves one alone that covers everything', () => {
    const place = { unit: 1, fit: 'different', original: { width: 40, height: 40 } } as const;
    const picture = makePicture({ width: 4, height: 4 }, [new Float32Array(16).fill(-5)]);
    expect(extendPicture(picture, place, { width: 40, height: 41, unit: 1 })).toBe(picture);
    const extended = extendPicture(picture, place, { width: 40, height: 80, unit: 1 });
    expect(extended).toMatchObject({ width: 4, height: 8 });
    const [samples = []] = extended.planes;
    expect([...samples.slice(0, 16)]).toEqual(new Array(16).fill(-5));
    expect(Math.max(...samples.slice(16))).toBeLessThan(-1e38);
    // The painter keeps textures for as long as the samples are the same.
    expect(extendPicture(picture, place, { width: 40, height: 80, unit: 1 }).planes[0]).toBe(samples);
  });
});
