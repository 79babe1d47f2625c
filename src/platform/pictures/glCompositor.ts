import type { CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { createGlTextures, textureKind, type GlTextures, type TextureKind } from './glTextures';

/**
 * Opens a compositor over WebGL 2; returns undefined if the browser has none or emulates it, since
 * `CpuCompositor` is faster then.
 *
 * @param onChange called when the context is lost or restored: draw again
 */
export function openGlCompositor(onChange: () => void): GlCompositor | undefined {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false });
  if (gl === null) return undefined;
  if (!isSoftware(gl)) return new GlCompositor(canvas, gl, onChange);
  loseContext(gl);
  return undefined;
}

/** Composites layers on the GPU. */
export class GlCompositor {
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #ignoring = new AbortController();
  #programs = new Map<string, WebGLProgram | undefined>();
  #textures: GlTextures;

  constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext, onChange: () => void) {
    this.#canvas = canvas;
    this.#gl = gl;
    this.#textures = createGlTextures(gl);
    const options = { signal: this.#ignoring.signal };
    const onLost = (event: Event): void => {
      // Otherwise the browser does not restore the context.
      event.preventDefault();
      onChange();
    };
    const onRestored = (): void => {
      this.#programs = new Map();
      this.#textures = createGlTextures(gl);
      onChange();
    };
    canvas.addEventListener('webglcontextlost', onLost, options);
    canvas.addEventListener('webglcontextrestored', onRestored, options);
  }

  /**
   * Returns the composite, to be copied immediately; undefined if the GPU cannot draw it (context lost, too many
   * layers, too large).
   */
  draw(layers: readonly CompositeLayer[], size: PictureSize): HTMLCanvasElement | undefined {
    const [canvas, gl] = [this.#canvas, this.#gl];
    const program = this.#canDraw(layers, size) ? this.#findProgram(layers) : undefined;
    if (program === undefined) return undefined;
    // Setting the size allocates memory, even if it does not change.
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    gl.viewport(0, 0, size.width, size.height);
    gl.useProgram(program);
    const place = (name: string) => gl.getUniformLocation(program, name);
    let hasUploaded = false;
    for (const [unit, layer] of layers.entries()) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      hasUploaded = this.#textures.bind(layer) || hasUploaded;
      gl.uniform1i(place(`layer${unit}`), unit);
      gl.uniform2f(place(`contrast[${unit}]`), layer.contrast.black, layer.contrast.white);
      gl.uniform3f(place(`colour[${unit}]`), ...layer.colour);
    }
    gl.uniform2i(place('size'), size.width, size.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    this.#textures.trim(layers);
    // The GPU memory may be full. Reading the error waits for the GPU, so only after uploads.
    if (!hasUploaded || gl.getError() === gl.NO_ERROR) return canvas;
    this.#textures.clear();
    return undefined;
  }

  /** Frees the GPU memory. */
  close(): void {
    this.#ignoring.abort();
    loseContext(this.#gl);
  }

  #canDraw(layers: readonly CompositeLayer[], { width, height }: PictureSize): boolean {
    const gl = this.#gl;
    return (
      !gl.isContextLost() &&
      layers.length > 0 &&
      layers.length <= Number(gl.getParameter(gl.MAX_TEXTURE_IMAGE_UNITS)) &&
      Math.max(width, height) <= Number(gl.getParameter(gl.MAX_TEXTURE_SIZE))
    );
  }

  #findProgram(layers: readonly CompositeLayer[]): WebGLProgram | undefined {
    const kinds = layers.map(textureKind);
    const name = kinds.join();
    if (!this.#programs.has(name)) this.#programs.set(name, linkProgram(this.#gl, kinds));
    return this.#programs.get(name);
  }
}

/** Returns true if the browser emulates WebGL on the CPU, which is slower than `CpuCompositor`. */
function isSoftware(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(names === null ? gl.RENDERER : names.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
}

function loseContext(gl: WebGL2RenderingContext): void {
  gl.getExtension('WEBGL_lose_context')?.loseContext();
}

/** One triangle that covers the picture. */
const VERTEX = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`;

/** Adds all layers in one pass, so that rounding happens once. Same rules as `tint` and `brightnessOf`. */
function fragmentShader(kinds: readonly TextureKind[]): string {
  const samplers = kinds.map((kind, at) => `uniform ${kind === 'integer' ? 'usampler2D' : 'sampler2D'} layer${at};`);
  const sums = kinds.map(
    (_, at) =>
      `sum += colour[${at}] * brightness(float(texelFetch(layer${at}, texelAt(textureSize(layer${at}, 0), at), 0).r), contrast[${at}]);`,
  );
  return `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
${samplers.join('\n')}
uniform ivec2 size;
uniform vec2 contrast[${kinds.length}];
uniform vec3 colour[${kinds.length}];
out vec4 pixel;
float brightness(float value, vec2 range) {
  if (range.y > range.x) return clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
  return value > range.x ? 1.0 : 0.0;
}
ivec2 texelAt(ivec2 own, ivec2 at) {
  return own == size ? at : at * own / size;
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.x, float(size.y) - gl_FragCoord.y);
  vec3 sum = vec3(0.0);
  ${sums.join('\n  ')}
  pixel = vec4(sum, 1.0);
}`;
}

/** Links the program for layers of these kinds, in this order; returns undefined on failure, for example a lost context. */
function linkProgram(gl: WebGL2RenderingContext, kinds: readonly TextureKind[]): WebGLProgram | undefined {
  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, fragmentShader(kinds)],
  ] as const;
  for (const [type, source] of sources) {
    const shader = gl.createShader(type);
    if (shader === null) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // Deleted together with the program.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : undefined;
}
