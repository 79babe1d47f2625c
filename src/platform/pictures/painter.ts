import { composite, type CompositeLayer } from '../../domain/pictures/composite';
import type { PictureSize } from '../../domain/pictures/picture';
import type { PicturePainter } from '../ports';
import { createGlCompositor, type GlCompositor } from './glCompositor';

/**
 * Paints composites on a canvas, by the graphics card where there is one that can, else by itself: the pixels are the
 * same within one level. The canvas that is seen never holds the card's context, so a lost one leaves no hole.
 */
export function createPainter(
  canvas: HTMLCanvasElement,
  openCard: (onChange: () => void) => GlCompositor | undefined = createGlCompositor,
): PicturePainter {
  let latest: { readonly layers: readonly CompositeLayer[]; readonly size: PictureSize } | undefined;
  const context = canvas.getContext('2d', { alpha: false });

  const repaint = (): void => {
    if (latest === undefined || context === null) return;
    const { layers, size } = latest;
    // Setting a size clears the canvas, even to the size that it has.
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    const drawn = card?.draw(layers, size);
    if (drawn === undefined) {
      context.putImageData(new ImageData(composite(layers, size), size.width, size.height), 0, 0);
    } else context.drawImage(drawn, 0, 0);
  };
  const card = openCard(repaint);

  return {
    paint: (layers, size) => {
      latest = { layers, size };
      repaint();
    },
    close: () => card?.close(),
  };
}
