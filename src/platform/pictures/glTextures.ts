import type { CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { Samples } from '@data-manager/domain/pictures/samples';
import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';

/** Integer samples are stored in integer textures, all others in float textures. */
export type TextureKind = 'integer' | 'float';

/** Bytes of textures kept on the GPU: the current section and some previous ones. */
const MAX_BYTES = 128 * 1024 ** 2;

/** A cache of the layers' samples as textures. */
export interface GlTextures {
  /** Binds the layer's texture to the active unit. Returns true if it had to be uploaded. */
  readonly bind: (layer: CompositeLayer) => boolean;
  /** Deletes the least recently bound textures, except those of the given layers. */
  readonly trim: (needed: readonly CompositeLayer[]) => void;
  readonly clear: () => void;
}

/** Returns the kind of the layer's texture. */
export function textureKind({ samples }: CompositeLayer): TextureKind {
  return samples instanceof Float32Array ? 'float' : 'integer';
}

/** Creates the textures of one context. A lost context loses its textures. */
export function createGlTextures(gl: WebGL2RenderingContext): GlTextures {
  const kept = new RecentlyUsed<Samples, WebGLTexture>({
    maxCost: MAX_BYTES,
    costOf: (_texture, { byteLength }) => byteLength,
    onForgotten: (texture) => gl.deleteTexture(texture),
  });
  return {
    bind: (layer) => {
      const known = kept.get(layer.samples);
      const texture = known ?? gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      if (known !== undefined) return false;
      upload(gl, layer);
      kept.set(layer.samples, texture);
      return true;
    },
    trim: (needed) => {
      const used = new Set(needed.map(({ samples }) => samples));
      kept.trim((_texture, samples) => used.has(samples));
    },
    clear: () => kept.clear(),
  };
}

function upload(gl: WebGL2RenderingContext, { width, height, samples }: CompositeLayer): void {
  const { internal, format, type } = storageOf(gl, samples);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.texImage2D(gl.TEXTURE_2D, 0, internal, width, height, 0, format, type, samples);
  // Integer and 32-bit float textures cannot be filtered.
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  }
}

function storageOf(gl: WebGL2RenderingContext, samples: Samples) {
  if (samples instanceof Uint8Array) return { internal: gl.R8UI, format: gl.RED_INTEGER, type: gl.UNSIGNED_BYTE };
  if (samples instanceof Uint16Array) return { internal: gl.R16UI, format: gl.RED_INTEGER, type: gl.UNSIGNED_SHORT };
  return { internal: gl.R32F, format: gl.RED, type: gl.FLOAT };
}
