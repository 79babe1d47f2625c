import fc from 'fast-check';
import { channelColours, colourName, colourParts } from '@data-manager/domain/pictures/channelColour';

/** Returns the colour names of channels 1, 2, … with these names. */
function coloursOf(...names: readonly string[]): readonly string[] {
  const colours = channelColours(names.map((name, index) => ({ num: index + 1, name })));
  return names.map((_, index) => colourName(colours.get(index + 1) ?? 'none'));
}

describe('the colours of channels', () => {
  it.each([
    ['Thy1-GFP', 'green'],
    ['EGFP', 'green'],
    ['FITC', 'green'],
    ['Alexa Fluor 488', 'green'],
    ['AF488', 'green'],
    ['488 nm', 'green'],
    ['488', 'green'],
    ['Red autofluorescence', 'red'],
    ['RFP', 'red'],
    ['tdTomato', 'red'],
    ['mCherry', 'red'],
    ['DsRed', 'red'],
    ['Cy3', 'orange'],
    ['561 nm', 'orange'],
    ['DAPI', 'blue'],
    ['Hoechst 33342', 'blue'],
    ['405', 'blue'],
    ['Cy5', 'magenta'],
    ['Cy5.5', 'magenta'],
    ['far red', 'magenta'],
    ['Far-Red (640)', 'magenta'],
    ['near-infrared', 'magenta'],
    ['AF647', 'magenta'],
    ['CFP', 'cyan'],
    ['YFP', 'yellow'],
    ['Brightfield', 'white'],
  ])('derives %s as %s, also for a single channel', (name, colour) => {
    expect(coloursOf(name)).toEqual([colour]);
    expect(coloursOf('', name)).toContain(colour);
  });

  it.each(['Autofluorescence', 'Channel 1', 'Infrequent', 'hundred', 'Slide 600', ''])(
    'does not derive a colour from %j',
    (name) => expect(coloursOf(name)).toEqual(['white']),
  );

  it('follows a fixed order where names suggest no colour, without the colours that names use', () => {
    expect(coloursOf('', '', '', '', '', '', '')).toEqual([
      'green',
      'magenta',
      'cyan',
      'yellow',
      'red',
      'blue',
      'orange',
    ]);
    expect(coloursOf('Autofluorescence', 'Thy1-GFP', 'DAPI')).toEqual(['magenta', 'green', 'blue']);
    expect(coloursOf('GFP', 'GFP bleached')).toEqual(['green', 'magenta']);
  });

  it('gives channels the same colours in whatever order they are listed', () => {
    const channels = [
      { num: 2, name: '' },
      { num: 1, name: '' },
    ];
    expect(channelColours(channels)).toEqual(channelColours([...channels].reverse()));
  });

  it('gives all channels different and valid colours', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99)), fc.constantFrom('', 'GFP', 'red'), (numbers, name) => {
        const colours = [...channelColours(numbers.map((num) => ({ num, name }))).values()];
        expect(new Set(colours).size).toBe(numbers.length);
        for (const colour of colours) expect(colour).toMatch(/^#[\da-f]{6}$/);
      }),
    ));

  it('names a colour only if it is in the palette', () => {
    expect(colourName('#123456')).toBe('#123456');
    expect(colourName('#00FF00')).toBe('green');
  });

  it('parses a colour to components between 0 and 1, and to white if it is invalid', () => {
    expect(colourParts('#ff0033')).toEqual([1, 0, 0.2]);
    expect(colourParts('nonsense')).toEqual([1, 1, 1]);
  });
});
