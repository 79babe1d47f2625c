import type { announcementWords } from '../../src/domain/transfers/announcementWords';
import type { timeLeftWords } from '../../src/domain/transfers/timeLeftWords';
import type { filesWords } from '../../src/features/files/filesWords';
import type { panelWords } from '../../src/transfers/panel/panelWords';

interface Texts {
  readonly announcementWords: typeof announcementWords;
  readonly filesWords: typeof filesWords;
  readonly panelWords: typeof panelWords;
  readonly timeLeftWords: typeof timeLeftWords;
}

const { NumberFormat } = Intl;

/** The texts as a page loads them in a browser of that locale. */
function textsOfBrowser(locale: string): Texts {
  Intl.NumberFormat = function (named: string | undefined, options?: Intl.NumberFormatOptions) {
    return new NumberFormat(named ?? locale, options);
  } as typeof Intl.NumberFormat;
  const texts: { of?: Texts } = {};
  jest.isolateModules(() => {
    texts.of = {
      ...jest.requireActual<Pick<Texts, 'announcementWords'>>('../../src/domain/transfers/announcementWords'),
      ...jest.requireActual<Pick<Texts, 'filesWords'>>('../../src/features/files/filesWords'),
      ...jest.requireActual<Pick<Texts, 'panelWords'>>('../../src/transfers/panel/panelWords'),
      ...jest.requireActual<Pick<Texts, 'timeLeftWords'>>('../../src/domain/transfers/timeLeftWords'),
    };
  });
  return texts.of!;
}

/** Formatters of the reader's own are made when they are first wanted, so a text is read before the locale goes. */
function read(locale: string): readonly string[] {
  try {
    const texts = textsOfBrowser(locale);
    return [
      texts.filesWords.selected(12_345, 1536, 0),
      texts.filesWords.found(1_000, 100_000, 1536, false),
      texts.panelWords.percent(45),
      texts.panelWords.sentOf(1536, 2048),
      texts.panelWords.done(3_000),
      texts.timeLeftWords.hours(1_234, 5),
      texts.announcementWords.uploaded(25),
      texts.announcementWords.ended(3_000),
    ].map((text) => text.replace(/\s/gu, ' '));
  } finally {
    Intl.NumberFormat = NumberFormat;
  }
}

describe('numbers in texts', () => {
  it('follow the locale of the browser, whatever the language of the texts', () => {
    expect(read('de')).toEqual([
      '12.345 items selected, 1,50 KB',
      '1.000 of 100.000, 1,50 KB',
      '45 %',
      '1,50 KB of 2,00 KB',
      '3.000 done',
      '1.234 h 5 min left',
      '25 % uploaded.',
      'All 3.000 files are uploaded.',
    ]);
  });

  it('are in the figures of that locale, too', () => {
    for (const text of read('ar-EG')) expect(text).not.toMatch(/[0-9]/);
  });
});
