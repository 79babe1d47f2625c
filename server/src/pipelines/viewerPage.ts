import { escapeHtml, pageHeaders } from '../htmlPages';
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

/** The hash of an empty text. OpenSeadragon adds an inline style unless an element of that style's name is there. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/**
 * Headers of the viewer's pages: scripts and styles of this server only, none inline, no frame, no trace of the
 * address, which is a permission. OpenSeadragon decodes tiles in a worker that it makes from a blob.
 */
export const VIEWER_PAGE_HEADERS = pageHeaders(
  `default-src 'none'; script-src 'self'; style-src 'self' '${EMPTY_STYLE}'; ` +
    "img-src 'self' blob: data:; connect-src 'self'; worker-src blob:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Data Manager</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/viewer/assets/viewer.css">
${head}</head>
<body>
${body}
</body>
</html>
`;
}

/** The viewer of a dataset; its script fetches the manifest beside it. */
export function viewerPage({ dataset, project }: { readonly dataset: string; readonly project: string }): string {
  return page(
    dataset,
    `<header>
<h1>${escapeHtml(dataset)}</h1>
<p>${escapeHtml(project)}</p>
</header>
<main>
<div id="image" aria-label="Image. Arrow keys move it, + and - zoom, 0 shows the whole section."></div>
<form id="controls" hidden>
<label for="section">Section</label>
<button type="button" id="previous" aria-label="Previous section">◀</button>
<input type="range" id="section" min="0" value="0" step="1">
<button type="button" id="next" aria-label="Next section">▶</button>
<output id="place" for="section"></output>
<button type="button" id="whole">Whole section</button>
<fieldset id="channels"><legend>Channels</legend></fieldset>
</form>
</main>
<p id="notice" role="status">Loading...</p>
<noscript>The viewer needs JavaScript.</noscript>`,
    `<style data-openseadragon-mobile-css></style>
<script src="/viewer/assets/openseadragon.js" defer></script>
<script type="module" src="/viewer/assets/viewer.mjs"></script>
`,
  );
}

/** What stands where the viewer can't be shown. */
export function viewerProblemPage(message: string): string {
  return page(
    'Viewer',
    `<main class="problem">
<h1>The viewer can’t be shown</h1>
<p role="alert">${escapeHtml(message)}</p>
<p>Load the dataset’s page in Data Manager anew, and follow “Open in viewer” there.</p>
</main>`,
  );
}
