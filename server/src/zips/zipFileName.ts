import { HttpFailure } from '../failure';

const MAX_NAME_BYTES = 255;

/**
 * Checks the name that an archive is to be saved under.
 *
 * @throws HttpFailure 400 for a name that is no plain file name ending in `.zip`.
 */
export function checkZipFileName(name: string): string {
  const isPlain = !/[/\\]|\p{Control}|\p{Surrogate}/u.test(name) && !name.startsWith('.');
  if (!isPlain || !/.\.zip$/i.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new HttpFailure(
      400,
      `zipFileName ${JSON.stringify(name.slice(0, 200))} is no plain file name ending in .zip.`,
    );
  }
  return name;
}

/** The header that makes a browser save an answer under a name, whatever letters are in it (RFC 6266). */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
