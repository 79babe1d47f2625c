import { isSameLayer, tint, type CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import type { Samples } from '@data-manager/domain/pictures/samples';
import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';

/** Bytes of tinted layers that are kept: four channels of 2048 × 2048 pixels, or more of smaller ones. */
const MAX_BYTES = 64 * 1024 ** 2;

/** A layer in its colour. */
interface TintedLayer {
  readonly layer: CompositeLayer;
  readonly canvas: OffscreenCanvas;
}

/**
 * Composites layers without a GPU.
 *
 * Problem: adding up four channels of 2048 × 2048 pixels in a loop takes 140 ms, and each change of a channel does it again.
 * Idea: each layer becomes a picture in its colour, and the browser adds the pictures (`lighter`). A layer that has not changed is
 * not tinted again.
 * Cost: memory for the tinted layers, and rounding in each of them.
 */
export class CpuCompositor {
  readonly #tinted = new RecentlyUsed<Samples, TintedLayer>({
    maxCost: MAX_BYTES,
    costOf: ({ canvas }) => 4 * canvas.width * canvas.height,
    // Frees the memory at once.
    onForgotten: ({ canvas }) => (canvas.width = 0),
  });

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
    for (const layer of layers) context.drawImage(this.#tint(layer, size), 0, 0);
    context.globalCompositeOperation = 'source-over';
    const needed = new Set(layers.map(({ samples }) => samples));
    this.#tinted.trim((_tinted, samples) => needed.has(samples));
  }

  /** Frees the memory. */
  close(): void {
    this.#tinted.clear();
  }

  #tint(layer: CompositeLayer, { width, height }: PictureSize): OffscreenCanvas {
    const known = this.#tinted.get(layer.samples);
    const isKnownSize = known?.canvas.width === width && known.canvas.height === height;
    if (known !== undefined && isKnownSize && isSameLayer(known.layer, layer)) return known.canvas;
    const canvas = known !== undefined && isKnownSize ? known.canvas : new OffscreenCanvas(width, height);
    const pixels = new ImageData(tint(layer, { width, height }), width, height);
    canvas.getContext('2d', { alpha: false })?.putImageData(pixels, 0, 0);
    this.#tinted.set(layer.samples, { layer, canvas });
    return canvas;
  }
}
