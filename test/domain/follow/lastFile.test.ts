import type { Follow } from '@data-manager/domain/follow/follow';
import { imagesOfKeys } from '@data-manager/domain/follow/images';
import { isLastFile } from '@data-manager/domain/follow/lastFile';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { aFollow, anUploadFile } from '../../support/builders';

const FOLDER = 'acme/brains/TC042';

function aFile(section: number, folder = FOLDER, given: Partial<UploadFile> = {}): UploadFile {
  const name = `TC042_S00000${String(section)}_L01_ch01.tif`;
  return anUploadFile({ id: `${folder}/${name}`, name, key: `${folder}/${name}`, ...given });
}

const FIRST = aFile(1, FOLDER, { progress: { phase: 'completing', session: { uploadId: 'up-1', parts: [] } } });
const FAILED = { phase: 'failed', failure: { kind: 'unreachable' } } as const;
const expected = { sections: 2, channels: [1] };
const images = imagesOfKeys([aFile(2).key]);

const CASES: readonly [string, boolean, readonly UploadFile[], readonly Follow[]][] = [
  ['nothing else waits', true, [], []],
  ['another file waits', false, [aFile(9, 'acme/brains/other')], []],
  ['another file has failed', true, [aFile(2, FOLDER, { progress: FAILED })], []],
  ['it completes the followed dataset', true, [], [aFollow({ expected, images })]],
  [
    'it completes the followed dataset, and a file of another one waits',
    true,
    [aFile(9, 'acme/brains/other')],
    [aFollow({ expected, images })],
  ],
  [
    'it completes the followed dataset, and a file of that dataset waits',
    false,
    [aFile(3)],
    [aFollow({ expected, images })],
  ],
  ['images of the followed dataset are missing', false, [], [aFollow({ expected })]],
  ['nothing says how many images the followed dataset has', false, [], [aFollow()]],
  ['the user has stopped following', true, [], [aFollow({ phase: 'stopping', expected })]],
  [
    'the user has stopped following, and a file of the dataset waits',
    false,
    [aFile(2)],
    [aFollow({ phase: 'stopping' })],
  ],
  ['the follow has ended', true, [], [aFollow({ phase: 'ended', how: 'stopped', endedAt: 1, expected })]],
  ['another dataset is followed', true, [], [aFollow({ keyPrefix: 'brains/TC04' })]],
  ['another user follows the dataset', true, [], [aFollow({ userId: 'user-2' })]],
];

describe('the last file of an upload', () => {
  it.each(CASES)('when %s: %s', (_name, isLast, others, follows) => {
    expect(isLastFile(FIRST, [FIRST, ...others], follows)).toBe(isLast);
  });
});
