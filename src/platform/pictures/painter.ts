import { composite, type CompositeLayer } from '../../domain/pictures/composite';
import type { PictureSize } from '../../domain/pictures/picture';
import { createGlCompositor, type GlCompositor } from './glCompositor';
import type { PicturePainter } from './openedPictures';

/**
 * Paints composites on a canvas, with the GPU if possible, otherwise with the CPU. The results differ by at most one
 * level. The visible canvas has no WebGL context, so it keeps its content when one is lost.
 */
export function createPainter(
  canvas: HTMLCanvasElement,
  openCompositor: (onChange: () => void) => GlCompositor | undefined = createGlCompositor,
): PicturePainter {
  let latest: { readonly layers: readonly CompositeLayer[]; readonly size: PictureSize } | undefined;
  const context = canvas.getContext('2d', { alpha: false });

  const repaint = (): void => {
    if (latest === undefined || context === null) return;
    const { layers, size } = latest;
    // Setting the size clears the canvas, even if it does not change.
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    const drawn = compositor?.draw(layers, size);
    if (drawn === undefined)
      context.putImageData(new ImageData(composite(layers, size), size.width, size.height), 0, 0);
    else context.drawImage(drawn, 0, 0);
  };
  const compositor = openCompositor(repaint);

  return {
    paint: (layers, size) => {
      latest = { layers, size };
      repaint();
    },
    close: () => compositor?.close(),
  };
}
