import { gatherWords } from '../../lib/gatherWords';
import type { MetadataField } from './metadataDraft';

type FieldNames = Readonly<Record<MetadataField, string>>;

/** What the fields of the metadata are called. */
export const metadataFieldWords = gatherWords({
  /** Beside the fields. */
  labels: {
    dataset: 'Dataset',
    description: 'Description',
    pixelSize: 'Pixel size',
    physicalSpacing: 'Physical spacing',
    tissueType: 'Tissue type',
    device: 'Device',
    physicalSections: 'Physical sections',
    bitDepth: 'Bit depth',
    channels: 'Channels',
    attributes: 'Attributes',
  } satisfies FieldNames,
  /** Of the project: no field that anybody fills in. */
  sponsorId: 'Sponsor ID',
  /** In the middle of a sentence. */
  inSentence: {
    dataset: 'dataset',
    description: 'description',
    pixelSize: 'pixel size',
    physicalSpacing: 'physical spacing',
    tissueType: 'tissue type',
    device: 'device',
    physicalSections: 'physical sections',
    bitDepth: 'bit depth',
    channels: 'channels',
    attributes: 'attributes',
  } satisfies FieldNames,
});
