import type { Ports } from './ports';

/**
 * Starts the browser's own download by a click on a link. The server's `Content-Disposition` makes it a download
 * where the link leads to another origin (`download` counts for the own one only). Other schemes than http(s) are
 * refused: the link comes from an answer.
 */
export function createSaveToDisk(document: Document): Ports['saveToDisk'] {
  return (url, fileName) => {
    if (!isWebUrl(url, document.baseURI)) return;
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = fileName;
    anchor.rel = 'noopener noreferrer';
    anchor.referrerPolicy = 'no-referrer';
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
  };
}

function isWebUrl(url: string, base: string): boolean {
  return URL.canParse(url, base) && ['http:', 'https:'].includes(new URL(url, base).protocol);
}
