import { isSameLayer, tint, type CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import type { Plane } from '@data-manager/domain/pictures/plane';
import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';

/** Bytes of tinted layers that are kept: four channels of 2048 × 2048 pixels, or more of smaller channels. */
const MAX_BYTES = 64 * 1024 ** 2;

/** A layer in its colour. */
interface TintedLayer {
  readonly layer: CompositeLayer;
  readonly canvas: OffscreenCanvas;
}

/**
 * Composites layers.
 *
 * Problem: adding up four channels of 2048 × 2048 pixels in a loop takes 140 ms, and each change of a channel does it again.
 * Idea: each layer becomes a picture in its colour, and the browser adds the pictures (`lighter`). A layer that has not changed is
 * not tinted again. Memory is reused: new memory takes longer than tinting, because the system clears it.
 * Cost: memory for the tinted layers, and rounding in each of them.
 */
export class Compositor {
  readonly #tinted = new RecentlyUsed<Plane, TintedLayer>({
    maxCost: MAX_BYTES,
    costOf: ({ canvas }) => 4 * canvas.width * canvas.height,
    // Frees the memory at once.
    onForgotten: ({ canvas }) => (canvas.width = 0),
  });
  /** The pixels of the layer that is being tinted. */
  #pixels: ImageData | undefined;

  /** Draws the sum of the layers on a canvas of the given size. */
  draw(
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    layers: readonly CompositeLayer[],
    size: PictureSize,
  ): void {
    context.globalCompositeOperation = 'source-over';
    context.fillStyle = 'black';
    context.fillRect(0, 0, size.width, size.height);
    context.globalCompositeOperation = 'lighter';
    const needed = new Set(layers.map(({ plane }) => plane));
    for (const layer of layers) context.drawImage(this.#tint(layer, size, needed), 0, 0);
    context.globalCompositeOperation = 'source-over';
    this.#tinted.trim((_tinted, plane) => needed.has(plane));
  }

  /** Frees the memory. */
  close(): void {
    this.#tinted.clear();
    this.#pixels = undefined;
  }

  #tint(layer: CompositeLayer, size: PictureSize, needed: ReadonlySet<Plane>): OffscreenCanvas {
    const known = this.#tinted.get(layer.plane);
    const isKnownSize = known !== undefined && isSameSize(known.canvas, size);
    if (isKnownSize && isSameLayer(known.layer, layer)) return known.canvas;
    const canvas = isKnownSize ? known.canvas : this.#emptyCanvas(size, needed);
    if (this.#pixels === undefined || !isSameSize(this.#pixels, size))
      this.#pixels = new ImageData(size.width, size.height);
    tint(layer, size, this.#pixels.data);
    canvas.getContext('2d', { alpha: false })?.putImageData(this.#pixels, 0, 0);
    this.#tinted.set(layer.plane, { layer, canvas });
    return canvas;
  }

  /** Returns the canvas of the layer that would be forgotten next, or a new one while there is room. */
  #emptyCanvas({ width, height }: PictureSize, needed: ReadonlySet<Plane>): OffscreenCanvas {
    const kept = this.#tinted.keys();
    const oldest = kept.find((plane) => !needed.has(plane));
    const canvas = oldest && this.#tinted.peek(oldest)?.canvas;
    const isFull = (kept.length + 1) * 4 * width * height > MAX_BYTES;
    if (!isFull || oldest === undefined || canvas === undefined || !isSameSize(canvas, { width, height })) {
      return new OffscreenCanvas(width, height);
    }
    this.#tinted.delete(oldest);
    return canvas;
  }
}

function isSameSize(one: PictureSize, other: PictureSize): boolean {
  return one.width === other.width && one.height === other.height;
}
