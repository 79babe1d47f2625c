import { formatCount } from '../lib/formatNumber';
import { counted } from '../lib/plural';

/** How an upload queue ended. */
export interface UploadEnd {
  readonly done: number;
  readonly failed: number;
}

/** The end of an upload queue in words. */
export function uploadEndWords({ done, failed }: UploadEnd): string {
  if (failed > 0) return `${counted(done, 'file')} uploaded, ${formatCount(failed)} failed.`;
  return done === 1 ? 'The file is uploaded.' : `All ${counted(done, 'file')} are uploaded.`;
}
