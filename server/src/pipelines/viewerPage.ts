import { escapeHtml, htmlDocument, LOGO, pageHeaders, TYPEFACE_LINKS } from '../http/htmlPages';
import type { UrlSigner } from '../storage/urlSigner';

/** A working day: a viewer that stays open loads its tiles with the URL that it was opened with. */
export const VIEWER_URL_SECONDS = 12 * 60 * 60;

/** The values in the viewer's path. */
interface ViewerAddress {
  readonly hash: string;
  readonly expires: string;
  readonly signature: string;
}

/** Returns the path of a dataset's viewer, which expires in `seconds`. The viewer's requests are relative to it. */
export function signViewerPath(signer: UrlSigner, datasetHash: string, seconds: number): string {
  const query = new URLSearchParams(signer.sign(['viewer', datasetHash], seconds));
  return `/viewer/${datasetHash}/${query.get('expires') ?? ''}/${query.get('signature') ?? ''}/`;
}

/** @throws HttpError 403 if the URL was altered or has expired. */
export function verifyViewerAddress(signer: UrlSigner, { hash, expires, signature }: ViewerAddress): void {
  signer.verify(['viewer', hash], { expires, signature });
}

/** The hash of an empty style. OpenSeadragon adds an inline style unless an element with its marker exists. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/**
 * Headers of the viewer's pages: no inline scripts or styles, no frames, and no referrer, because the URL grants access.
 * OpenSeadragon decodes tiles in a worker that it creates from a blob.
 */
export const VIEWER_PAGE_HEADERS = pageHeaders(
  `default-src 'none'; script-src 'self'; style-src 'self' '${EMPTY_STYLE}'; font-src 'self'; ` +
    "img-src 'self' blob: data:; connect-src 'self'; worker-src blob:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ['fullscreen'],
);

function page(title: string, body: string, head = ''): string {
  return htmlDocument(title, `${TYPEFACE_LINKS}<link rel="stylesheet" href="/assets/viewer.css">\n${head}`, body);
}

/** Renders the viewer of a dataset. Its script loads the manifest. */
export function viewerPage({ dataset, project }: { readonly dataset: string; readonly project: string }): string {
  return page(
    dataset,
    `<header>
${LOGO}
<h1>${escapeHtml(dataset)}</h1>
<p>${escapeHtml(project)}</p>
</header>
<main>
<div id="stage">
<div id="image"></div>
<p id="values" translate="no" hidden></p>
<p id="scale" translate="no" hidden><span id="length"></span><span id="bar"></span></p>
</div>
<form id="controls" hidden>
<div id="sections">
<label for="section">Section</label>
<button type="button" id="previous" aria-label="Previous section">‹</button>
<input type="range" id="section" min="0" value="0" step="1">
<button type="button" id="next" aria-label="Next section">›</button>
<output id="place" for="section"></output>
</div>
<div id="tools">
<button type="button" id="whole">Fit section</button>
<button type="button" id="full">Full screen</button>
</div>
<fieldset id="channels"><legend>Channels</legend></fieldset>
<label id="locked"><input type="checkbox" id="lock"> Lock contrast across sections</label>
<dl id="keys" aria-label="Keys in the image">
<div><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>Previous or next section; pan while zoomed in</dd></div>
<div><dt><kbd>Page Up</kbd> <kbd>Page Down</kbd></dt><dd>Previous or next section</dd></div>
<div><dt><kbd>1</kbd>–<kbd>9</kbd></dt><dd>Show or hide a channel</dd></div>
<div><dt><kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd></dt><dd>Zoom in, zoom out, fit the section</dd></div>
<div><dt><kbd>f</kbd></dt><dd>Full screen</dd></div>
</dl>
</form>
</main>
<p id="notice" role="status">Loading...</p>
<noscript>The viewer needs JavaScript.</noscript>`,
    `<style data-openseadragon-mobile-css></style>
<script src="/assets/openseadragon.min.js" defer></script>
<script type="module" src="/assets/viewer.mjs"></script>
`,
  );
}

/** Renders an error of the viewer. */
export function viewerProblemPage(message: string): string {
  return page(
    'Viewer',
    `<main class="problem">
<h1>The viewer can’t be opened</h1>
<p role="alert">${escapeHtml(message)}</p>
<p>Reload the dataset’s page in Data Manager and select “Open viewer” again.</p>
</main>`,
  );
}
