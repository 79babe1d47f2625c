import { announceFetches } from '@data-manager/domain/fetches/announceFetches';
import { announceFollows } from '@data-manager/domain/follow/announceFollows';
import { sentenceText } from '@data-manager/domain/names/shownName';
import { aFetch, aFollow } from '../../support/builders';

describe('a followed folder', () => {
  const following = aFollow();
  const images = [{ layer: 1, channel: 1, sections: [{ first: 1, last: 1 }] }];
  const waiting = aFollow({ phase: 'waiting', reason: 'permission' });

  it.each([
    ['its start', [], [following], 'Following Scan.'],
    ['a lost permission', [following], [waiting], /^Scan: The browser needs your permission/],
    ['that it continues', [waiting], [following], 'Following Scan.'],
    ['files that need a decision', [following], [aFollow({ setAsideCount: 2 })], '2 files in Scan set aside.'],
    ['a long time without files', [following], [aFollow({ isIdle: true })], 'No new file in Scan for 30 minutes.'],
    [
      'a complete dataset',
      [following],
      [aFollow({ expected: { sections: 1, channels: [1] }, images })],
      'Scan: The only section has arrived. Still looking for new files.',
    ],
    [
      'its end after a long rest',
      [following],
      [aFollow({ phase: 'ended', how: 'rested', endedAt: 1 })],
      'No longer following Scan. Nothing in it has changed for 24 hours.',
    ],
    ['its end', [following], [aFollow({ phase: 'ended', how: 'stopped', endedAt: 1 })], 'No longer following Scan.'],
  ] as const)('announces %s', (_, before, now, text) => {
    expect(sentenceText(announceFollows(before, now) ?? '')).toMatch(text);
  });

  it('announces nothing for other changes', () => {
    expect(announceFollows([following], [aFollow({ taken: 5, growing: 1 })])).toBeUndefined();
  });
});

describe('a download into a folder', () => {
  const running = aFetch({ phase: 'running' });

  it('announces its start, each quarter, automatic pauses and files that could not be saved', () => {
    expect(announceFetches([], [aFetch()])).toBeUndefined();
    expect(sentenceText(announceFetches([aFetch()], [running]) ?? '')).toBe('Downloading TC042 into Disk.');
    const half = aFetch({ phase: 'running', savedBytes: 15 });
    expect(sentenceText(announceFetches([running], [half]) ?? '')).toBe('50% of TC042 downloaded.');
    expect(announceFetches([half], [aFetch({ phase: 'running', savedBytes: 16 })])).toBeUndefined();
    const refused = aFetch({ phase: 'paused', fault: { kind: 'folder-forbidden' } });
    expect(sentenceText(announceFetches([half], [refused]) ?? '')).toMatch(/permission/);
    expect(announceFetches([half], [aFetch({ phase: 'paused' })])).toBeUndefined();
    const failure = { kind: 'content-differs', fileName: 'a.tif' } as const;
    const ended = aFetch({ phase: 'ended', setAside: [{ index: 0, failure }] });
    expect(sentenceText(announceFetches([half], [ended]) ?? '')).toBe('1 file of TC042 could not be saved.');
  });
});
