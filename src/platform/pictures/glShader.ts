/** How the samples of a layer lie in its texture: integers as integers, all else as floats. */
export type TextureKind = 'integer' | 'float';

/** One triangle that is larger than the picture. */
const VERTEX = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`;

/** Adds all layers up in one go, so that rounding happens once. The rules are those of `domain/pictures/composite.ts`. */
function fragmentShader(kinds: readonly TextureKind[]): string {
  const samplers = kinds.map((kind, at) => `uniform ${kind === 'integer' ? 'usampler2D' : 'sampler2D'} layer${at};`);
  const sums = kinds.map(
    (_, at) =>
      `sum += colour[${at}] * brightness(float(texelFetch(layer${at}, placeIn(textureSize(layer${at}, 0), at), 0).r), contrast[${at}]);`,
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
ivec2 placeIn(ivec2 own, ivec2 at) {
  return own == size ? at : at * own / size;
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.x, float(size.y) - gl_FragCoord.y);
  vec3 sum = vec3(0.0);
  ${sums.join('\n  ')}
  pixel = vec4(sum, 1.0);
}`;
}

/** The program for layers of these kinds, in this order; undefined where it can't be made (a lost context, say). */
export function linkProgram(gl: WebGL2RenderingContext, kinds: readonly TextureKind[]): WebGLProgram | undefined {
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
    // It lives as long as the program.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : undefined;
}
