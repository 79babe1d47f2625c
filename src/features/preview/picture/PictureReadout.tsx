import { useElementSize } from '@mantine/hooks';
import { useEffect, useState, type RefObject } from 'react';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import {
  fitScaleBar,
  pixelAt,
  pixelZoom,
  type FramePoint,
  type PictureView,
} from '@data-manager/domain/pictures/pictureView';
import { formatDecimal } from '@data-manager/lib/formatNumber';
import type { ShownChannel } from '../channels/shownChannels';
import { PixelValue } from '../pixels/PixelValue';
import { pixelEdgeOf, type SectionGeometry } from './sectionGeometry';
import classes from './SectionPicture.module.css';
import { framePoint } from './usePictureView';

interface PictureReadoutProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly view: PictureView;
  readonly geometry: SectionGeometry;
  readonly channels: readonly ShownChannel[];
  /** Edge of a pixel of the section's finest image, µm. */
  readonly pixelSize: number | undefined;
  /** The picture may be that of another section. */
  readonly isLoading: boolean;
}

/** The values under the pointer, and a scale bar if the pixel size is known; neither while the picture loads. */
export function PictureReadout({ frame, view, geometry, channels, pixelSize, isLoading }: PictureReadoutProps) {
  const { ref, width, height } = useElementSize();
  const pointer = usePointer(frame);
  const pixel = pointer && pixelAt(view, pointer.at, pointer.frame, geometry);
  const pixelEdge = pixelEdgeOf(channels, geometry, pixelSize);
  return (
    <div ref={ref} className={classes.readout}>
      {!isLoading && pixel !== undefined && (
        <output translate="no" className={classes.pixel} aria-live="off" aria-label="Values under the pointer">
          <span>{`${pixel.x}, ${pixel.y}`}</span>
          {channels.map((shown) => (
            <ChannelValue key={shown.channel} shown={shown} pixel={pixel} geometry={geometry} />
          ))}
        </output>
      )}
      {!isLoading && pixelEdge !== undefined && width > 0 && (
        <ScaleBar
          micrometresPerPixel={pixelEdge / pixelZoom(view, { width, height }, geometry)}
          maxLength={Math.min(MAX_BAR_PX, width / 3)}
        />
      )}
    </div>
  );
}

interface ChannelValueProps {
  readonly shown: ShownChannel;
  readonly pixel: FramePoint;
  readonly geometry: SectionGeometry;
}

function ChannelValue({ shown, pixel, geometry }: ChannelValueProps) {
  const { isOn, picture, source, place, label, colour } = shown;
  if (!isOn || picture === undefined || place === undefined) return null;
  return <PixelValue {...{ picture, source, place, label, colour, pixel, geometry }} />;
}

/** Longest scale bar, CSS pixels. */
const MAX_BAR_PX = 140;

function ScaleBar({ micrometresPerPixel, maxLength }: { micrometresPerPixel: number; maxLength: number }) {
  const bar = fitScaleBar(micrometresPerPixel, maxLength);
  if (bar === undefined) return null;
  const label = bar.micrometres >= 1_000 ? `${bar.micrometres / 1_000} mm` : `${formatDecimal(bar.micrometres)} µm`;
  return (
    <div translate="no" className={classes.scaleBar} role="img" aria-label={`Scale bar: ${label}`}>
      <span aria-hidden>{label}</span>
      <span className={classes.bar} style={{ width: bar.length }} />
    </div>
  );
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
