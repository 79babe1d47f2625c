/**
 * Milliseconds for which an answer asks for patience (`Retry-After`: seconds, or a date as HTTP writes it); undefined
 * where it does not. A date is held against the server's own clock where the page may read it, for ours may be wrong.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>, nowMs = Date.now()): number | undefined {
  const text = headers.get('Retry-After')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const untilMs = readDate(text);
  return untilMs === undefined ? undefined : Math.max(0, untilMs - (readDate(headers.get('Date') ?? '') ?? nowMs));
}

/** Dates of HTTP begin with the name of a day. `Date.parse` takes much else for a date, such as `-5`. */
function readDate(text: string): number | undefined {
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : date;
}
