import { previewReducer, type PreviewEvent, type PreviewSettings } from '../../../src/features/preview/previewReducer';

const FIRST: PreviewSettings = { section: 12, layer: 1, off: [], colours: {}, contrasts: {}, isLocked: false };
const NARROW = { black: 10, white: 20 };
const WIDE = { black: 0, white: 4_000 };

function after(...events: readonly PreviewEvent[]): PreviewSettings {
  return events.reduce(previewReducer, FIRST);
}

describe('the contrast of a preview', () => {
  it('is automatic again in the next section', () => {
    const settings = after(
      { type: 'contrastChosen', channel: 1, contrast: NARROW },
      { type: 'placeChosen', section: 13 },
    );
    expect(settings.contrasts).toEqual({});
  });

  it('stays from section to section once it is locked, what was chosen and what was automatic', () => {
    const settings = after(
      { type: 'contrastChosen', channel: 1, contrast: NARROW },
      { type: 'contrastsLocked', contrasts: { 1: NARROW, 2: WIDE } },
      { type: 'placeChosen', section: 13 },
      { type: 'layerChosen', layer: 2, section: 13 },
    );
    expect(settings.contrasts).toEqual({ 1: NARROW, 2: WIDE });
  });

  it('is kept for a channel that is first seen after the lock, and no other changes with it', () => {
    const settings = after(
      { type: 'contrastsLocked', contrasts: { 1: NARROW } },
      { type: 'contrastsLocked', contrasts: { 1: WIDE, 2: WIDE } },
    );
    expect(settings.contrasts).toEqual({ 1: NARROW, 2: WIDE });
  });

  it('becomes the automatic one of the picture by “auto”, for that channel alone', () => {
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

  it('is automatic again with the next section after the lock was taken off', () => {
    const settings = after(
      { type: 'contrastsLocked', contrasts: { 1: NARROW } },
      { type: 'contrastsUnlocked' },
      { type: 'placeChosen', section: 13 },
    );
    expect(settings.contrasts).toEqual({});
  });
});

describe('the channels of a preview', () => {
  it('are switched off and on again', () => {
    const off = after({ type: 'channelToggled', channel: 3 }, { type: 'channelToggled', channel: 1 });
    expect(off.off).toEqual([1, 3]);
    expect(previewReducer(off, { type: 'channelToggled', channel: 1 }).off).toEqual([3]);
  });

  it('keep colour and state in other sections', () => {
    const settings = after(
      { type: 'colourChosen', channel: 2, colour: '#123456' },
      { type: 'channelToggled', channel: 3 },
      { type: 'placeChosen', section: 1 },
    );
    expect(settings).toMatchObject({ section: 1, colours: { 2: '#123456' }, off: [3] });
  });
});
