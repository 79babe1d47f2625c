import type { CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { CpuCompositor } from './cpuCompositor';
import { openGlCompositor, type GlCompositor } from './glCompositor';
import type { PicturePainter } from './openedPictures';

/**
 * Paints composites on a canvas.
 *
 * Problem: the browser may take a WebGL context away at any time, which empties its canvas. Without a graphics card, it emulates
 * WebGL, which is slower than drawing without it.
 * Idea: the GPU draws on a hidden canvas, and the result is copied to the visible one, which keeps it. Without a GPU, the CPU draws
 * the layers (`CpuCompositor`).
 * Cost: a copy for each picture, and two implementations, whose results differ by about half a level for each layer.
 */
export class CanvasPainter implements PicturePainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #compositor: Pick<GlCompositor, 'draw' | 'close'> | undefined;
  readonly #fallback = new CpuCompositor();
  #latest: { readonly layers: readonly CompositeLayer[]; readonly size: PictureSize } | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    openCompositor: (onChange: () => void) => Pick<GlCompositor, 'draw' | 'close'> | undefined = openGlCompositor,
  ) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#compositor = openCompositor(() => this.#repaint());
  }

  paint(layers: readonly CompositeLayer[], size: PictureSize): void {
    this.#latest = { layers, size };
    this.#repaint();
  }

  close(): void {
    this.#compositor?.close();
    this.#fallback.close();
  }

  #repaint(): void {
    const [canvas, context] = [this.#canvas, this.#context];
    if (this.#latest === undefined || context === null) return;
    const { layers, size } = this.#latest;
    // Setting the size clears the canvas, even if it does not change.
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    const drawn = this.#compositor?.draw(layers, size);
    if (drawn === undefined) this.#fallback.draw(context, layers, size);
    else context.drawImage(drawn, 0, 0);
  }
}
