import type { CompositeLayer } from '../../domain/pictures/composite';
import type { PictureSize } from '../../domain/pictures/picture';
import { linkProgram } from './glShader';
import { createGlTextures, textureKind } from './glTextures';

/** Composites on the graphics card. */
export interface GlCompositor {
  /** The composite, to be copied at once; undefined where the card can't: lost, too many layers, too large. */
  readonly draw: (layers: readonly CompositeLayer[], size: PictureSize) => HTMLCanvasElement | undefined;
  /** Gives the card's memory back. */
  readonly close: () => void;
}

/**
 * A compositor over WebGL 2; undefined where the browser has none, or only emulates it: then `composite` is faster.
 * @param onChange the card was lost, or came back: what was drawn has to be drawn again
 */
export function createGlCompositor(onChange: () => void): GlCompositor | undefined {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false });
  if (gl === null) return undefined;
  if (isSoftware(gl)) {
    loseContext(gl);
    return undefined;
  }
  let programs = new Map<string, WebGLProgram | undefined>();
  let textures = createGlTextures(gl);

  const onLost = (event: Event): void => {
    // Without this the browser would not give it back.
    event.preventDefault();
    onChange();
  };
  const onRestored = (): void => {
    programs = new Map();
    textures = createGlTextures(gl);
    onChange();
  };
  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);

  const findProgram = (layers: readonly CompositeLayer[]): WebGLProgram | undefined => {
    const kinds = layers.map(textureKind);
    const name = kinds.join();
    if (!programs.has(name)) programs.set(name, linkProgram(gl, kinds));
    return programs.get(name);
  };

  const canDraw = (layers: readonly CompositeLayer[], { width, height }: PictureSize): boolean =>
    !gl.isContextLost() &&
    layers.length > 0 &&
    layers.length <= Number(gl.getParameter(gl.MAX_TEXTURE_IMAGE_UNITS)) &&
    Math.max(width, height) <= Number(gl.getParameter(gl.MAX_TEXTURE_SIZE));

  return {
    draw: (layers, size) => {
      const program = canDraw(layers, size) ? findProgram(layers) : undefined;
      if (program === undefined) return undefined;
      // Setting a size takes new memory, even if it is the size that it has.
      if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
      gl.viewport(0, 0, size.width, size.height);
      gl.useProgram(program);
      const place = (name: string) => gl.getUniformLocation(program, name);
      let hasUploaded = false;
      for (const [unit, layer] of layers.entries()) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        hasUploaded = textures.bind(layer) || hasUploaded;
        gl.uniform1i(place(`layer${unit}`), unit);
        gl.uniform2f(place(`contrast[${unit}]`), layer.contrast.black, layer.contrast.white);
        gl.uniform3f(place(`colour[${unit}]`), ...layer.colour);
      }
      gl.uniform2i(place('size'), size.width, size.height);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      textures.trim(layers);
      // The card's memory may be full. To ask for errors waits for the card: not where nothing new came.
      if (!hasUploaded || gl.getError() === gl.NO_ERROR) return canvas;
      textures.clear();
      return undefined;
    },
    close: () => {
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
      loseContext(gl);
    },
  };
}

/** Without a graphics card, browsers have the processor do its work, many times slower than it could for us. */
function isSoftware(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(names === null ? gl.RENDERER : names.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
}

function loseContext(gl: WebGL2RenderingContext): void {
  gl.getExtension('WEBGL_lose_context')?.loseContext();
}
