import { isWebLink } from '@data-manager/lib/webLink';
import { createPauses } from './pauses';
import type { Ports } from './ports';

/** Browsers do not report when they have read an object URL, so it is revoked after this time. */
const OBJECT_URL_LIFETIME_MS = 60_000;
/** A frame is removed after this time: by then its link has become a download, or never will. */
const FRAME_LIFETIME_MS = 600_000;

/** Creates the `saveText` port, which saves through a click on a link. */
export function createSaveText(document: Document): Ports['saveText'] {
  const save = (parts: readonly BlobPart[], fileName: string, mediaType: string): void => {
    const url = URL.createObjectURL(new Blob([...parts], { type: `${mediaType};charset=utf-8` }));
    clickLink(document, { href: url, download: fileName });
    setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_LIFETIME_MS);
  };
  return (text, fileName, mediaType) => {
    if (typeof text === 'string') save([text], fileName, mediaType);
    else void encode(text).then((parts) => save(parts, fileName, mediaType));
  };
}

/** Encodes the pieces of a text. Tens of megabytes at once would block the page. */
async function encode(pieces: readonly string[]): Promise<readonly Blob[]> {
  const pause = createPauses();
  const blobs: Blob[] = [];
  for (const piece of pieces) {
    blobs.push(new Blob([piece]));
    await pause();
  }
  return blobs;
}

/**
 * Creates the `saveToDisk` port. The link opens in a hidden frame: the server's `Content-Disposition` makes it a
 * download, since browsers ignore `download` for other origins. A response that is not a download, such as the error
 * page of an expired URL, loads in the frame and leaves the app in place.
 */
export function createSaveToDisk(document: Document): Ports['saveToDisk'] {
  let frames = 0;
  return (url, fileName, onNoFile) => {
    // The URL comes from a response: only http(s) is safe to open.
    if (!isWebLink(url)) return;
    const frame = openFrame(document, `save-${(frames += 1)}`, onNoFile);
    clickLink(document, {
      href: url,
      download: fileName,
      target: frame.name,
      rel: 'noreferrer',
      referrerPolicy: 'no-referrer',
    });
    setTimeout(() => frame.remove(), FRAME_LIFETIME_MS);
  };
}

function clickLink(document: Document, attributes: Partial<HTMLAnchorElement>): void {
  const anchor = Object.assign(document.createElement('a'), attributes);
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Opens a sandboxed frame. Downloads never load in it, so `onPage` is called if the response is a page. */
function openFrame(document: Document, name: string, onPage: () => void): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-downloads');
  let loads = 0;
  frame.addEventListener('load', () => {
    loads += 1;
    // Every frame first loads about:blank.
    if (loads > 1) onPage();
  });
  document.body.append(frame);
  return frame;
}

/** Creates the `copyText` port. Insecure contexts have no clipboard, which TypeScript's types do not express. */
export function createCopyText(navigator: Partial<Pick<Navigator, 'clipboard'>>): Ports['copyText'] {
  return async (text) => {
    try {
      if (navigator.clipboard === undefined) return false;
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };
}
