import { assessCompleteness } from '@data-manager/domain/completeness/completeness';
import { filmFrames, frameText, moveFrame } from '@data-manager/domain/completeness/filmFrames';

const image = (section: number, channel: number) => ({ section, layer: 1, channel });

function framesOf(images: Parameters<typeof assessCompleteness>[0], sections: number) {
  const completeness = assessCompleteness(images, { sections, channels: [1, 2] });
  return completeness === undefined ? [] : filmFrames(completeness);
}

describe('the frames of a filmstrip', () => {
  it('shows all expected sections and those beyond them as frames, each with what the map says of it', () => {
    const frames = framesOf(
      [
        image(1, 1),
        image(1, 2),
        image(2, 1),
        image(3, 1),
        image(3, 1),
        { ...image(3, 2), isUnreadable: true },
        { ...image(5, 1), content: 'flat' },
        { ...image(5, 2), arrival: 'arriving' },
        image(8, 1),
      ],
      5,
    );
    expect(frames.map((frame) => `${frame.section} ${frameText(frame)}`.trim())).toEqual([
      '1',
      '2 1 missing',
      '3 1 damaged, 1 scanned twice',
      '4 missing',
      '5 1 in the upload queue, 1 flat',
      '8',
    ]);
  });

  it.each([
    ['right', 4, 5],
    ['left', 0, 0],
    ['down', 4, 7],
    ['down', 8, 8],
    ['up', 4, 1],
    ['start', 4, 0],
    ['end', 4, 9],
  ] as const)('moves to a frame by the key %s from %i in rows of three', (move, from, to) => {
    expect(moveFrame(from, move, 3, 10)).toBe(to);
  });
});
