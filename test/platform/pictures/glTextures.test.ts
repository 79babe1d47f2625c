import type { CompositeLayer } from '@data-manager/domain/pictures/composite';
import { createGlTextures } from '../../../src/platform/pictures/glTextures';

const MIB = 1024 ** 2;
const SIDE = 2_048;

/** Creates a graphics card that only counts its textures. */
function createCard() {
  const held = new Set<object>();
  let uploads = 0;
  const gl = {
    createTexture: () => {
      const texture = {};
      held.add(texture);
      return texture;
    },
    deleteTexture: (texture: object) => void held.delete(texture),
    bindTexture: () => undefined,
    pixelStorei: () => undefined,
    texParameteri: () => undefined,
    texImage2D: () => void (uploads += 1),
  };
  return { textures: createGlTextures(gl as never), held, uploads: () => uploads };
}

/** Sections of three channels, 4 MiB each, which share their memory here. */
function createSections(count: number): readonly (readonly CompositeLayer[])[] {
  const memory = new ArrayBuffer(SIDE * SIDE);
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 }, () => ({
      ...{ width: SIDE, height: SIDE, samples: new Uint8Array(memory) },
      ...{ contrast: { black: 0, white: 255 }, colour: [1, 1, 1] as const },
    })),
  );
}

describe('GPU textures', () => {
  it('uses at most 128 MiB of textures for any number of sections', () => {
    const { textures, held } = createCard();
    for (const layers of createSections(300)) {
      for (const layer of layers) textures.bind(layer);
      textures.trim(layers);
      expect(held.size * 4 * MIB).toBeLessThanOrEqual(128 * MIB);
    }
  });

  it('keeps the textures of the most recently visited sections', () => {
    const { textures, uploads } = createCard();
    const sections = createSections(12);
    for (const layers of [...sections, ...sections.slice(2).reverse()]) {
      for (const layer of layers) textures.bind(layer);
      textures.trim(layers);
    }
    expect(uploads()).toBe(36);
  });
});
