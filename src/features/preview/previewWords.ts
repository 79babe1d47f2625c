import { twoDigits } from '../../domain/names/fileName';
import { gatherWords } from '../../lib/gatherWords';

/** What the preview of the sections says, aloud and in writing. */
export const previewWords = gatherWords({
  sectionPreview: 'Section preview',
  notShown: 'The preview could not be shown',
  noSections: 'No sections to show',
  howSectionsCome: 'Images named like NAME_S000123_L01_ch01.tif are shown here, section by section.',

  section: 'Section',
  sectionNumber: (section: number) => `Section ${String(section)}`,
  previousSection: 'Previous section',
  nextSection: 'Next section',
  layer: 'Layer',
  layerNumber: (layer: number) => `L${twoDigits(layer)}`,
  lockContrast: 'Lock contrast across sections',

  channel: (label: string) => `Channel ${label}`,
  colourOf: (label: string) => `${label} colour`,
  blackOf: (label: string) => `${label} black`,
  whiteOf: (label: string) => `${label} white`,
  automaticOf: (label: string) => `${label} auto`,
  automatic: 'auto',
  noPicture: 'no picture',
  noFile: 'no file in this section',

  picture: 'Picture',
  zoomablePicture: 'zoomable picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholePicture: 'Whole picture',
  loadingSection: (section: number) => `Section ${String(section)}, loading`,
  emptySection: (section: number) => `Section ${String(section)}, no picture`,
  paintedSection: (section: number, channels: readonly string[]) =>
    `Section ${String(section)}, channels ${channels.join(', ')}`,
});
