import type { UrlSigner } from '../objects/urlSigner';

/** A working day: the tiles of a viewer that stays open are fetched under the address that it was opened with. */
export const VIEWER_URL_SECONDS = 12 * 60 * 60;

/** What the path of the viewer carries. */
export interface ViewerAddress {
  readonly hash: string;
  readonly expires: string;
  readonly signature: string;
}

/** The path of a dataset's viewer, good for `seconds` from now. All that the viewer fetches is relative to it. */
export function signViewerPath(signer: UrlSigner, datasetHash: string, seconds: number): string {
  const query = new URLSearchParams(signer.sign(['viewer', datasetHash], seconds));
  return `/viewer/${datasetHash}/${query.get('expires') ?? ''}/${query.get('signature') ?? ''}/`;
}

/** @throws HttpFailure 403 where the address was altered or its time is over. */
export function verifyViewerAddress(signer: UrlSigner, { hash, expires, signature }: ViewerAddress): void {
  signer.verify(['viewer', hash], { expires, signature });
}
