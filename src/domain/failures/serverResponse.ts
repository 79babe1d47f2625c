import { isRecord } from '@data-manager/lib/isRecord';
import { parseJson } from '@data-manager/lib/parseJson';

/** Statuses of gateways, firewalls and captive portals: the server itself sends them only with a message. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([407, 504, 511]);

/**
 * Returns true if a response has the form of the API: JSON, or an empty body. Proxies, virus scanners and captive portals
 * respond with pages or plain text, which say nothing about the request.
 */
export function isFromServer(status: number, text: string): boolean {
  const body = parseJson(text);
  if (GATEWAY_STATUSES.has(status)) return isRecord(body) && typeof body.msg === 'string';
  return body !== undefined || text.trim() === '';
}

/** Returns true for the media type of a web page. Storages describe errors in XML, or not at all. */
export function isWebPage(contentType: string | null): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');
}
