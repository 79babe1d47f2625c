import { composite, type CompositeLayer } from '../../domain/pictures/composite';
import type { PictureSize } from '../../domain/pictures/picture';
import { openGlCompositor, type GlCompositor } from './glCompositor';
import type { PicturePainter } from './openedPictures';

/**
 * Paints composites on a canvas, with the GPU if possible, otherwise with the CPU. The results differ by at most one
 * level. The visible canvas has no WebGL context, so it keeps its content when one is lost.
 */
export class CanvasPainter implements PicturePainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #compositor: Pick<GlCompositor, 'draw' | 'close'> | undefined;
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
  }

  #repaint(): void {
    const [canvas, context] = [this.#canvas, this.#context];
    if (this.#latest === undefined || context === null) return;
    const { layers, size } = this.#latest;
    // Setting the size clears the canvas, even if it does not change.
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    const drawn = this.#compositor?.draw(layers, size);
    if (drawn === undefined) {
      context.putImageData(new ImageData(composite(layers, size), size.width, size.height), 0, 0);
    } else context.drawImage(drawn, 0, 0);
  }
}
