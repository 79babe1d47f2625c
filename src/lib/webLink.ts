/** Returns true for an absolute http(s) URL, the only kind that the app requests or renders as a link. */
export function isWebLink(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/[^/]/i.test(url) && URL.canParse(url);
}
