/** True for an absolute http(s) address: the only kind that is asked, followed, or drawn as a link. */
export function isWebLink(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/[^/]/i.test(url) && URL.canParse(url);
}
