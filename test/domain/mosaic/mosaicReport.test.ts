import { shownValue } from '../../../src/domain/mosaic/mosaicReport';

describe('a value as the comparison shows it', () => {
  it('is no longer than one can take in, and never ends in half a letter', () => {
    expect(shownValue('a'.repeat(200))).toBe('a'.repeat(200));
    expect(shownValue(`${'a'.repeat(199)}\u{1f9e0}b`)).toBe(`${'a'.repeat(199)}…`);
    expect(shownValue(`${'a'.repeat(198)}\u{1f9e0}b`)).toBe(`${'a'.repeat(198)}\u{1f9e0}…`);
  });

  it('has its lines in one, and what would deceive written out', () => {
    expect(shownValue('two\r\nlines\u202e')).toBe('two lines[U+202E]');
  });
});
