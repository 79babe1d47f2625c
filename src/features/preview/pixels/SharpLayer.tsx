import { useElementSize } from '@mantine/hooks';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { colourParts } from '@data-manager/domain/pictures/channelColour';
import { layersOf } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { pixelZoom, type PictureView } from '@data-manager/domain/pictures/pictureView';
import { rectHeight, rectWidth } from '@data-manager/domain/pictures/pixels/fileImage';
import { sharpFaultText } from '@data-manager/domain/pictures/pixels/sharpFault';
import type { ShownChannel } from '../channels/shownChannels';
import type { SectionGeometry } from '../picture/sectionGeometry';
import classes from '../picture/SectionPicture.module.css';
import { usePainter } from '../picture/usePainter';
import type { SharpPicture } from './readSharp';
import { useSharpPicture } from './useSharpPicture';

/** From this size on, CSS pixels, pixels are drawn without smoothing. */
const SQUARES_FROM = 1.5;

interface SharpLayerProps {
  readonly view: PictureView;
  readonly geometry: SectionGeometry;
  readonly channels: readonly ShownChannel[];
}

/** Covers the preview with the pixels of the files where it is drawn larger than it is. */
export function SharpLayer({ view, geometry, channels }: SharpLayerProps) {
  const { ref, width, height } = useElementSize();
  const frame = { width, height };
  const sharp = useSharpPicture(channels, geometry, view, frame);
  const notes = sharp === undefined ? [] : notesOf(sharp, channels);
  return (
    <div ref={ref} className={classes.sharp}>
      {sharp !== undefined && <SharpCanvas {...{ sharp, view, geometry, channels, frame }} />}
      {notes.length > 0 && (
        <p role="status" className={classes.sharpNote}>
          {notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </p>
      )}
    </div>
  );
}

interface SharpCanvasProps extends SharpLayerProps {
  readonly sharp: SharpPicture;
  readonly frame: PictureSize;
}

function SharpCanvas({ sharp, view, geometry, channels, frame }: SharpCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = usePainter(canvas);
  const { rect } = sharp.window;
  const layers = useMemo(
    () =>
      channels.flatMap(({ channel, isOn, contrast, colour, picture }) => {
        const own = sharp.channels.find((one) => one.channel === channel);
        if (!isOn || own === undefined || picture === undefined || contrast === undefined) return [];
        return layersOf({ ...picture, ...sharp.size, planes: own.planes }, contrast, colourParts(colour));
      }),
    [channels, sharp],
  );
  useLayoutEffect(() => {
    painter?.paint(layers, sharp.size);
  }, [painter, layers, sharp]);
  const zoom = pixelZoom(view, frame, geometry);
  const [shownWidth, shownHeight] = [rectWidth(rect) * zoom, rectHeight(rect) * zoom];
  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-sharp
      data-pixels={shownWidth / sharp.size.width >= SQUARES_FROM || undefined}
      style={{
        left: frame.width * (0.5 + view.x) + (rect.left - geometry.width / 2) * zoom,
        top: frame.height * (0.5 + view.y) + (rect.top - geometry.height / 2) * zoom,
        width: shownWidth,
        height: shownHeight,
      }}
    />
  );
}

/** Explains why channels are not sharp. */
function notesOf({ channels: read }: SharpPicture, channels: readonly ShownChannel[]): readonly string[] {
  const faults = read.flatMap(({ channel, fault }) => (fault === undefined ? [] : [{ channel, fault }]));
  const wide = faults.find(({ fault }) => fault.kind === 'too-wide');
  if (wide !== undefined) return [sharpFaultText(wide.fault)];
  return faults.map(({ channel, fault }) => {
    const label = channels.find((one) => one.channel === channel)?.label ?? '';
    return `${label}: preview only. ${sharpFaultText(fault)}`;
  });
}
