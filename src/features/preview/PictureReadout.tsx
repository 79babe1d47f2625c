import { useElementSize } from '@mantine/hooks';
import { useEffect, useState, type RefObject } from 'react';
import type { PictureSize } from '../../domain/pictures/picture';
import { fitScaleBar, pixelAt, pixelZoom, type FramePoint, type PictureView } from '../../domain/pictures/pictureView';
import { formatDecimal } from '../../lib/formatNumber';
import { valueText } from './ChannelRow';
import classes from './SectionPicture.module.css';
import type { ShownChannel } from './shownChannels';
import { framePoint } from './usePictureView';

interface PictureReadoutProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly view: PictureView;
  /** Size of the composite. */
  readonly size: PictureSize;
  readonly channels: readonly ShownChannel[];
  /** Edge of a pixel of the original image, µm. */
  readonly pixelSize: number | undefined;
}

/** The values under the pointer, and a scale bar if the pixel size is known. */
export function PictureReadout({ frame, view, size, channels, pixelSize }: PictureReadoutProps) {
  const { ref, width, height } = useElementSize();
  const pointer = usePointer(frame);
  const original = channels.find(({ isOn, picture }) => isOn && picture?.origin?.size !== undefined)?.picture?.origin
    ?.size;
  const pixel = pointer && pixelAt(view, pointer.at, pointer.frame, size);
  return (
    <div ref={ref} className={classes.readout}>
      {pixel !== undefined && (
        <output className={classes.pixel} aria-live="off" aria-label="Values under the pointer">
          <span>{positionText(pixel, size, original ?? size)}</span>
          {channels.map((shown) => (
            <PixelValue key={shown.channel} shown={shown} pixel={pixel} size={size} />
          ))}
        </output>
      )}
      {pixelSize !== undefined && original !== undefined && width > 0 && (
        <ScaleBar
          micrometresPerPixel={(pixelSize * original.width) / size.width / pixelZoom(view, { width, height }, size)}
          maxLength={Math.min(MAX_BAR_PX, width / 3)}
        />
      )}
    </div>
  );
}

/** Longest scale bar, CSS pixels. */
const MAX_BAR_PX = 140;

function ScaleBar({ micrometresPerPixel, maxLength }: { micrometresPerPixel: number; maxLength: number }) {
  const bar = fitScaleBar(micrometresPerPixel, maxLength);
  if (bar === undefined) return null;
  const label = bar.micrometres >= 1_000 ? `${bar.micrometres / 1_000} mm` : `${formatDecimal(bar.micrometres)} µm`;
  return (
    <div className={classes.scaleBar} role="img" aria-label={`Scale bar: ${label}`}>
      <span aria-hidden>{label}</span>
      <span className={classes.bar} style={{ width: bar.length }} />
    </div>
  );
}

interface PixelValueProps {
  readonly shown: ShownChannel;
  readonly pixel: FramePoint;
  readonly size: PictureSize;
}

/** The value of a visible channel at a pixel of the composite. */
function PixelValue({ shown: { isOn, picture, label, colour }, pixel, size }: PixelValueProps) {
  if (!isOn || picture === undefined) return null;
  const column = Math.floor((pixel.x * picture.width) / size.width);
  const row = Math.floor((pixel.y * picture.height) / size.height);
  const values = picture.planes.map((plane) => valueText(plane[row * picture.width + column] ?? 0, picture));
  return (
    <span>
      <span className={classes.swatch} style={{ background: colour }} aria-hidden />
      {`${label} ${values.join(', ')}`}
    </span>
  );
}

/** Returns column and row in the original image. */
function positionText({ x, y }: FramePoint, shown: PictureSize, original: PictureSize): string {
  const column = Math.floor(((x + 0.5) * original.width) / shown.width);
  const row = Math.floor(((y + 0.5) * original.height) / shown.height);
  return `${column}, ${row}`;
}

interface Pointer {
  readonly at: FramePoint;
  /** Size of the frame. */
  readonly frame: PictureSize;
}

/** Returns the mouse pointer's position in the frame, or undefined while it is elsewhere. */
function usePointer(frame: RefObject<HTMLElement | null>): Pointer | undefined {
  const [pointer, setPointer] = useState<Pointer>();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      setPointer({ at: framePoint(element, event), frame: element.getBoundingClientRect() });
    };
    const onLeave = () => setPointer(undefined);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [frame]);
  return pointer;
}
