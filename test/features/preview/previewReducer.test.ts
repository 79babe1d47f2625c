import { previewReducer, type PreviewEvent, type PreviewSettings } from '../../../src/features/preview/previewReducer';

const FIRST: PreviewSettings = { section: 12, layer: 1, page: undefined, off: [], contrasts: {}, isLocked: false };
const NARROW = { black: 10, white: 20 };
const WIDE = { black: 0, white: 4_000 };

function after(...events: readonly PreviewEvent[]): PreviewSettings {
  return events.reduce(previewReducer, FIRST);
}

describe('preview contrasts', () => {
  it('makes contrasts automatic again in the next section', () => {
    const settings = after(
      { type: 'contrastChosen', channel: 1, contrast: NARROW },
      { type: 'placeChosen', section: 13 },
    );
    expect(settings.contrasts).toEqual({});
  });

  it('keeps contrasts across sections while they are locked', () => {
    const settings = after(
      { type: 'contrastChosen', channel: 1, contrast: NARROW },
      { type: 'contrastsLocked', contrasts: { 1: NARROW, 2: WIDE } },
      { type: 'placeChosen', section: 13 },
      { type: 'placeChosen', layer: 2, section: 13 },
    );
    expect(settings.contrasts).toEqual({ 1: NARROW, 2: WIDE });
  });

  it('keeps the contrast of a channel that first appears after locking, without affecting others', () => {
    const settings = after(
      { type: 'contrastsLocked', contrasts: { 1: NARROW } },
      { type: 'contrastsLocked', contrasts: { 1: WIDE, 2: WIDE } },
    );
    expect(settings.contrasts).toEqual({ 1: NARROW, 2: WIDE });
  });

  it('makes the contrast automatic by “auto” for that channel alone', () => {
    const chosen: readonly PreviewEvent[] = [
      { type: 'contrastChosen', channel: 1, contrast: NARROW },
      { type: 'contrastChosen', channel: 2, contrast: NARROW },
    ];
    const auto: PreviewEvent = { type: 'automaticChosen', channel: 1, automatic: WIDE };
    expect(after(...chosen, auto).contrasts).toEqual({ 2: NARROW });
    expect(after(...chosen, { type: 'contrastsLocked', contrasts: {} }, auto).contrasts).toEqual({
      1: WIDE,
      2: NARROW,
    });
  });

  it('makes contrasts automatic again in the next section after unlocking', () => {
    const settings = after(
      { type: 'contrastsLocked', contrasts: { 1: NARROW } },
      { type: 'contrastsUnlocked' },
      { type: 'placeChosen', section: 13 },
    );
    expect(settings.contrasts).toEqual({});
  });
});

describe('preview channels', () => {
  it('switches a channel off and on again', () => {
    const off = after({ type: 'channelToggled', channel: 3 }, { type: 'channelToggled', channel: 1 });
    expect(off.off).toEqual([1, 3]);
    expect(previewReducer(off, { type: 'channelToggled', channel: 1 }).off).toEqual([3]);
  });

  it('keeps the visibility of channels in other sections', () => {
    const settings = after({ type: 'channelToggled', channel: 3 }, { type: 'placeChosen', section: 1 });
    expect(settings).toMatchObject({ section: 1, off: [3] });
  });
});
