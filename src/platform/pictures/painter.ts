import type { CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { Compositor } from './compositor';
import type { PicturePainter } from './openedPictures';

/** Paints composites on a canvas. */
export class CanvasPainter implements PicturePainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #compositor = new Compositor();

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
  }

  paint(layers: readonly CompositeLayer[], size: PictureSize): void {
    const [canvas, context] = [this.#canvas, this.#context];
    if (context === null) return;
    // Setting the size clears the canvas, even if it does not change.
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    this.#compositor.draw(context, layers, size);
  }

  close(): void {
    this.#compositor.close();
  }
}
