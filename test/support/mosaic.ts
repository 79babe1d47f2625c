import type { Mosaic } from '@data-manager/domain/mosaic/mosaic';
import type { MosaicContext } from '@data-manager/domain/mosaic/mosaicImport';
import { readMosaic } from '@data-manager/domain/mosaic/mosaicReader';

/** Parses a valid mosaic. */
export function mosaicOf(text: string): Mosaic {
  const read = readMosaic(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(`Not a mosaic: ${read.failure}`);
  return read.value;
}

/** An empty form of the sponsor `acme` with the lists of the server. */
export function aMosaicContext(given: Partial<MosaicContext> = {}): MosaicContext {
  return {
    current: {},
    sponsorId: 'acme',
    lists: {
      tissueTypes: { ok: true, value: ['Brain', 'Spinal cord', 'Heart'] },
      devices: { ok: true, value: ['TC1000', 'TC1400', 'LSM880'] },
      attributes: { ok: true, value: { species: ['Mouse', 'Rat'], sex: ['Female', 'Male', 'Unknown'] } },
    },
    ...given,
  };
}

/** A valid mosaic with the newer field names. */
export const NEW_MOSAIC = [
  'san_name:TC042',
  'Description:Mouse brain, Thy1-GFP',
  'sponsor_id:acme',
  'xRes_um:1.37',
  'section_depth:50',
  'tissue_type:brain',
  'ScannerID:tc1000',
  'sections:280',
  'bitDepth:16',
  'channels:2',
  'channel_1_name:autofluorescence',
  'channel_2_name:GFP',
  'attributes:species=mouse;sex=FEMALE',
  'exposureDate:11/12/2024 9:05:00 AM',
].join('\n');

/** A file of an older TissueCyte scanner, with CRLF line breaks and unnamed channels. */
export const OLD_MOSAIC = [
  'Sample ID:TC042',
  'exposureDate:9/26/2015 1:29:10 PM',
  'comments:Mouse brain',
  'ScannerID:tc1000',
  'rows:832',
  'xres:0.875',
  'mrowres:0.875',
  'zres:10',
  'sections:300',
  'sectionres:45',
  'channels:2',
  'Vibratome Frequency:60',
  'objective:',
  '',
].join('\r\n');
