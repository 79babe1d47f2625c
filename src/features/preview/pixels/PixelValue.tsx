import type { Picture } from '@data-manager/domain/pictures/picture';
import type { FramePoint } from '@data-manager/domain/pictures/pictureView';
import { roughValueNote, roughValueText } from '@data-manager/domain/pictures/pixels/valueText';
import type { PictureSource } from '../loading/pictureSource';
import { pixelOfChannel, previewValues, type ChannelPlace, type SectionGeometry } from '../picture/sectionGeometry';
import classes from '../picture/SectionPicture.module.css';
import { useFileValue, type FileValue } from './useFileValue';

interface PixelValueProps {
  readonly picture: Picture;
  readonly source: PictureSource | undefined;
  readonly place: ChannelPlace;
  readonly label: string;
  readonly colour: string;
  readonly pixel: FramePoint;
  readonly geometry: SectionGeometry;
}

/** The values of a visible channel at a pixel of the section. Renders nothing outside of the channel's image. */
export function PixelValue({ pixel, geometry, place, ...channel }: PixelValueProps) {
  const own = pixelOfChannel(pixel, geometry, place);
  return own === undefined ? null : <OwnValue {...channel} place={place} own={own} />;
}

interface OwnValueProps extends Omit<PixelValueProps, 'pixel' | 'geometry'> {
  /** The pixel of the channel's image. */
  readonly own: FramePoint;
}

function OwnValue({ picture, source, place, label, colour, own }: OwnValueProps) {
  const value = useFileValue(source, own, place.original);
  return (
    <span>
      <span className={classes.swatch} style={{ background: colour }} aria-hidden />
      <span>{`${label} ${valueText(value, picture, place, own)}`}</span>
    </span>
  );
}

function valueText(value: FileValue, picture: Picture, place: ChannelPlace, own: FramePoint): string {
  switch (value.status) {
    case 'reading':
      return '…';
    case 'read':
      return value.texts.join(', ');
    case 'gap':
      return 'not in the file';
    case 'failed': {
      const values = previewValues(picture, place, own).map(roughValueText);
      return `≈ ${values.join(', ')} (${roughValueNote(place.original.width / picture.width)})`;
    }
  }
}
