import fc from 'fast-check';
import {
  areImagesComplete,
  countImages,
  imagesOfKeys,
  withImage,
  withMetadata,
  type Lane,
} from '@data-manager/domain/follow/images';
import { toRanges } from '@data-manager/domain/numberRange';

const key = (section: number, channel: number, layer = 1): string =>
  `acme/brains/TC042/TC042_S${String(section).padStart(6, '0')}_L0${String(layer)}_ch0${String(channel)}.tif`;
const EXPECTED = { sections: 2, channels: [1, 2] };

describe('the images of a followed dataset', () => {
  it('keeps the images of a followed dataset as ranges of sections, regardless of their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40)), (sections) => {
        let images: readonly Lane[] = [];
        for (const section of sections) images = withImage(images, { section, layer: 1, channel: 1 });
        const sorted = [...new Set(sections)].sort((left, right) => left - right);
        expect(images[0]?.sections ?? []).toEqual(toRanges(sorted));
      }),
    );
  });

  it('counts the images of a followed dataset by section and channel', () => {
    const images = imagesOfKeys([
      key(1, 1),
      key(1, 1),
      key(2, 1),
      key(3, 1),
      key(1, 2),
      key(1, 3),
      'acme/brains/TC042/a',
    ]);
    expect(countImages(images, EXPECTED)).toEqual({ expected: 4, present: 3 });
  });

  it('counts images from section 0 if the last section is missing', () => {
    expect(countImages(imagesOfKeys([key(0, 1), key(1, 1)]), EXPECTED)).toEqual({ expected: 4, present: 2 });
    expect(countImages(imagesOfKeys([key(0, 1), key(2, 1)]), EXPECTED)).toEqual({ expected: 4, present: 1 });
  });

  it('expects images in every layer that has one', () => {
    const images = imagesOfKeys([key(1, 1), key(2, 1), key(1, 2), key(2, 2)]);
    expect(areImagesComplete(images, EXPECTED)).toBe(true);
    expect(areImagesComplete(imagesOfKeys([key(1, 1, 2)]).concat(images), EXPECTED)).toBe(false);
  });

  it('expects the sections that the metadata states, and those of the user until the metadata changes', () => {
    const stated = (physicalSections?: number) => ({
      ...(physicalSections !== undefined && { physicalSections }),
      channels: [{ num: 1, name: 'DAPI' }],
    });
    expect(withMetadata(undefined, stated())).toBeUndefined();
    const two = withMetadata(undefined, stated(2));
    expect(two).toEqual({ sections: 2, channels: [1], declared: 2 });
    expect(withMetadata(two, stated(4))).toMatchObject({ sections: 4 });
    const byUser = { sections: 3, channels: [1], declared: 2 };
    expect(withMetadata(byUser, stated(2))).toEqual(byUser);
    expect(withMetadata(byUser, stated())).toEqual(byUser);
    expect(withMetadata(byUser, stated(4))).toMatchObject({ sections: 4, declared: 4 });
  });

  it('never calls images complete without a number of sections', () => {
    expect(areImagesComplete(imagesOfKeys([key(1, 1)]), undefined)).toBe(false);
  });
});
