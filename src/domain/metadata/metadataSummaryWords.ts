import { formatCount } from '../../lib/formatNumber';
import { gatherWords } from '../../lib/gatherWords';
import { counted } from '../../lib/plural';

/** What is said of a dataset in a few words each. */
export const metadataSummaryWords = gatherWords({
  sections: (count: number) => counted(count, 'section'),
  channels: (count: number) => counted(count, 'channel'),
  noFiles: 'no files yet',
  pixels: (length: string) => `${length} pixels`,
  betweenSections: (length: string) => `${length} between sections`,
  micrometres: (count: string) => `${count} µm`,
  bits: (count: number) => `${formatCount(count)} bit`,
});
