/** How an upload queue ended. */
export interface UploadEnd {
  readonly done: number;
  readonly failed: number;
}

/** The end of an upload queue in words. */
export function uploadEndWords({ done, failed }: UploadEnd): string {
  if (failed > 0) return `${counted(done)} uploaded, ${failed.toLocaleString('en')} failed.`;
  return done === 1 ? 'The file is uploaded.' : `All ${counted(done)} are uploaded.`;
}

function counted(files: number): string {
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`;
}
