import type * as bytes from '@data-manager/lib/formatBytes';
import type * as numbers from '@data-manager/lib/formatNumber';
import type * as plurals from '@data-manager/lib/plural';

const { NumberFormat } = Intl;

/**
 * Loads the formatters as a page does in a browser of that locale. Each formatter is created on first use, so it has to
 * be called before the locale is restored.
 */
function format(locale: string): readonly string[] {
  Intl.NumberFormat = function (named: string | undefined, options?: Intl.NumberFormatOptions) {
    return new NumberFormat(named ?? locale, options);
  } as typeof Intl.NumberFormat;
  const texts: string[] = [];
  try {
    jest.isolateModules(() => {
      const { formatBytes } = jest.requireActual<typeof bytes>('@data-manager/lib/formatBytes');
      const { formatCount, formatPercent } = jest.requireActual<typeof numbers>('@data-manager/lib/formatNumber');
      const { counted } = jest.requireActual<typeof plurals>('@data-manager/lib/plural');
      texts.push(formatCount(100_000), formatBytes(1536), formatPercent(45), counted(12_345, 'item'));
    });
  } finally {
    Intl.NumberFormat = NumberFormat;
  }
  return texts.map((text) => text.replace(/\s/gu, ' '));
}

describe('number formatters', () => {
  it('follows the locale of the browser although the texts are English', () => {
    expect(format('de')).toEqual(['100.000', '1,50 KB', '45 %', '12.345 items']);
  });

  it('uses the digits of the browser’s locale', () => {
    for (const text of format('ar-EG')) expect(text).not.toMatch(/[0-9]/);
  });
});
