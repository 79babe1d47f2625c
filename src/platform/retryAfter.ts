/**
 * Returns the delay that a `Retry-After` header requests (seconds or an HTTP date), in milliseconds; undefined without
 * one. A date is compared with the server's `Date` header if the page may read it, since the local clock may be wrong.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | undefined {
  const text = headers.get('Retry-After')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const untilMs = readDate(text);
  return untilMs === undefined ? undefined : Math.max(0, untilMs - (readDate(headers.get('Date') ?? '') ?? Date.now()));
}

/** Parses an HTTP date, which begins with a weekday. `Date.parse` alone also accepts text such as `-5`. */
function readDate(text: string): number | undefined {
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : date;
}
