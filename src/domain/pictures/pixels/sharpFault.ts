import { formatBytes } from '@data-manager/lib/formatBytes';
import type { FileImageFault } from './fileImage';

/** The reason why a channel is shown at the resolution of its preview. */
export type SharpFault =
  | Exclude<FileImageFault, { readonly kind: 'too-large' }>
  /** The window has too many pixels, or too many bytes have to be fetched for it. */
  | { readonly kind: 'too-wide' }
  /** A single strip or tile is larger than what is fetched. */
  | { readonly kind: 'too-large-block'; readonly bytes: number }
  /** The preview has other values than the file, so its contrast does not apply. */
  | { readonly kind: 'other-scale' };

/** Explains to the user why the pixels of a file are not shown. */
export function sharpFaultText(fault: SharpFault): string {
  switch (fault.kind) {
    case 'aborted':
    case 'unavailable':
    case 'refused':
      return 'The file could not be read.';
    case 'changed':
      return 'The file has been replaced. Reload the page.';
    case 'damaged':
      return 'The file is damaged or not a TIFF.';
    case 'unsupported':
      return `Files with ${fault.what} can't be read in parts.`;
    case 'too-wide':
      return 'Zoom in further to see the pixels of the file.';
    case 'too-large-block':
      return `Its pixels are compressed in one piece of ${formatBytes(fault.bytes)}, which is too large to download.`;
    case 'other-scale':
      return 'The preview has other values than the file.';
  }
}
