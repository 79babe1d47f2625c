import { withAsciiDigits } from '@data-manager/lib/asciiDigits';

/** Sections from `first` to `last`, inclusive. An absent bound is open. */
export interface SectionSpan {
  readonly first?: number;
  readonly last?: number;
}

/** Sections as typed by the user. */
export interface TypedSections {
  readonly spans: readonly SectionSpan[];
  /** The parts of the text that are not sections. */
  readonly unreadable: readonly string[];
}

/** A number with or without the `S` of file names. */
const NUMBER = String.raw`[Ss]?(\d{1,6})`;
const SPAN = new RegExp(`^(?:${NUMBER})?(?:(-)(?:${NUMBER})?)?$`);

/** Parses `5, 10, 15-17, 20-`. Accepts spaces, semicolons, dashes, the digits of any script and names such as `S000005`. */
export function parseSections(text: string): TypedSections {
  const parts = withAsciiDigits(text)
    .replace(/\s*[-\u2010-\u2015\u2212]\s*/g, '-')
    .replaceAll('\u060c', ',')
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  const spans: SectionSpan[] = [];
  const unreadable: string[] = [];
  for (const part of parts) {
    const span = parseSpan(part);
    if (span === undefined) unreadable.push(part);
    else spans.push(span);
  }
  return { spans, unreadable };
}

function parseSpan(part: string): SectionSpan | undefined {
  const [, from, hyphen, to] = SPAN.exec(part) ?? [];
  if (from === undefined && to === undefined) return undefined;
  const first = from === undefined ? undefined : Number(from);
  const last = to === undefined ? undefined : Number(to);
  if (hyphen === undefined) return first === undefined ? undefined : { first, last: first };
  if (first !== undefined && last !== undefined && first > last) return undefined;
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}

/** Formats spans so that `parseSections` can parse them. */
export function sectionsText(spans: readonly SectionSpan[]): string {
  return spans.map(({ first, last }) => (first === last ? String(first) : `${first ?? ''}-${last ?? ''}`)).join(',');
}

/** Returns true if any span contains the section. */
export function includesSection(spans: readonly SectionSpan[], section: number): boolean {
  return spans.some(({ first = 0, last = Number.POSITIVE_INFINITY }) => section >= first && section <= last);
}
