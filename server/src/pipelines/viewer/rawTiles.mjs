/** Decoded tiles kept for redrawing and for values under the pointer: about 80 MB of 16-bit tiles. */
const MAX_TILES = 600;
const HEADER_BYTES = 8;

/** Reads the chunks of a PNG. */
function* chunksOf(view) {
  for (let at = HEADER_BYTES; at + 12 <= view.byteLength;) {
    const length = view.getUint32(at);
    yield { type: view.getUint32(at + 4), at: at + 8, length };
    at += 12 + length;
  }
}

const IHDR = 0x49484452;
const IDAT = 0x49444154;

async function inflate(parts) {
  const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function paeth(left, above, corner) {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Reverses the filters of the rows (PNG specification, section 9) in place. */
function unfilter(bytes, stride, step) {
  for (let start = 0; start < bytes.length; start += stride + 1) {
    const filter = bytes[start];
    for (let at = start + 1; at <= start + stride; at += 1) {
      const hasLeft = at - start > step;
      const left = hasLeft ? bytes[at - step] : 0;
      const above = start > 0 ? bytes[at - stride - 1] : 0;
      if (filter === 1) bytes[at] += left;
      else if (filter === 2) bytes[at] += above;
      else if (filter === 3) bytes[at] += (left + above) >> 1;
      else if (filter === 4) bytes[at] += paeth(left, above, hasLeft && start > 0 ? bytes[at - step - stride - 1] : 0);
    }
  }
}

/** Decodes a grayscale PNG with 8 or 16 bits. Browsers reduce 16 bits to 8. */
async function decodeGrayPng(buffer) {
  const view = new DataView(buffer);
  let width = 0;
  let height = 0;
  let bits = 8;
  const parts = [];
  for (const { type, at, length } of chunksOf(view)) {
    if (type === IHDR) [width, height, bits] = [view.getUint32(at), view.getUint32(at + 4), view.getUint8(at + 8)];
    if (type === IDAT) parts.push(new Uint8Array(buffer, at, length));
  }
  const bytes = await inflate(parts);
  const step = bits / 8;
  const stride = width * step;
  unfilter(bytes, stride, step);
  const values = new Uint16Array(width * height);
  for (let index = 0; index < values.length; index += 1) {
    const row = Math.floor(index / width);
    const at = row * (stride + 1) + 1 + (index - row * width) * step;
    values[index] = bits === 16 ? bytes[at] * 256 + bytes[at + 1] : bytes[at];
  }
  return { width, height, values };
}

/** A cache of decoded tiles by URL that evicts the oldest tiles. */
export function createRawTiles() {
  const tiles = new Map();
  return {
    get: (url) => tiles.get(url),
    async load(url, signal) {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
      const tile = await decodeGrayPng(await response.arrayBuffer());
      tiles.delete(url);
      tiles.set(url, tile);
      if (tiles.size > MAX_TILES) tiles.delete(tiles.keys().next().value);
      return tile;
    },
  };
}

/** Draws a tile in a color. `range` contains the values of the tile that become black and full brightness. */
export function drawRawTile(context, { width, height, values }, [black, white], color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const image = context.createImageData(width, height);
  const scale = white > black ? 1 / (white - black) : Infinity;
  for (let index = 0; index < values.length; index += 1) {
    const above = values[index] - black;
    const brightness = above <= 0 ? 0 : Math.min(1, above * scale);
    image.data[index * 4] = red * brightness;
    image.data[index * 4 + 1] = green * brightness;
    image.data[index * 4 + 2] = blue * brightness;
    image.data[index * 4 + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}
