import { announcementWords } from '../transfers/announcementWords';

/** How an upload queue ended. */
export interface UploadEnd {
  readonly done: number;
  readonly failed: number;
}

/** The end of an upload queue in words. */
export function uploadEndWords({ done, failed }: UploadEnd): string {
  return failed > 0 ? announcementWords.endedWithFailures(done, failed) : announcementWords.ended(done);
}
