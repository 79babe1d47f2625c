import { isWebLink } from '../lib/webLink';
import type { Ports } from './ports';

/** A frame is let go after so long: by then its link has become a download, or never will. */
const FRAME_LIFETIME_MS = 600_000;

/**
 * Starts the browser's own download by a click on a link. The server's `Content-Disposition` makes it a download
 * where the link leads to another origin (`download` counts for the own one only). The link opens in a hidden frame:
 * one that turns out to be no download, a dead one with its error page, then leaves the app where it is. Other
 * schemes than http(s) are refused: the link comes from an answer.
 */
export function createSaveToDisk(document: Document): Ports['saveToDisk'] {
  let frames = 0;
  return (url, fileName, onNoFile) => {
    if (!isWebLink(url)) return;
    const frame = openFrame(document, `save-${(frames += 1)}`, onNoFile);
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = fileName;
    anchor.target = frame.name;
    anchor.rel = 'noreferrer';
    anchor.referrerPolicy = 'no-referrer';
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => frame.remove(), FRAME_LIFETIME_MS);
  };
}

/** A frame in which nothing runs. What becomes a download never loads in it; a page that does is no file. */
function openFrame(document: Document, name: string, onPage: () => void): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-downloads');
  let loads = 0;
  frame.addEventListener('load', () => {
    loads += 1;
    // The first is the empty page that every frame begins with.
    if (loads > 1) onPage();
  });
  document.body.append(frame);
  return frame;
}
