import fc from 'fast-check';
import type { Failure, FailureKind } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { sentenceText } from '@data-manager/domain/names/shownName';

const fileName = 'a.tif';
const partNumber = 3;

/** A failure of each kind with its channel and text. A missing kind does not compile. */
const ONE_OF_EACH: { readonly [Kind in FailureKind]: readonly [Extract<Failure, { kind: Kind }>, string, RegExp] } = {
  unauthorized: [{ kind: 'unauthorized' }, 'toast', /^Request failed with Error Unauthorized access$/],
  forbidden: [
    { kind: 'forbidden', message: 'no' },
    'toast',
    /^Forbidden access\. Request admin to perform this action$/,
  ],
  'not-found': [{ kind: 'not-found', message: 'No such project' }, 'log', /^No such project$/],
  changed: [{ kind: 'changed' }, 'inline', /^Someone else has changed it meanwhile\. Nothing was saved\.$/],
  refused: [
    { kind: 'refused', status: 409, message: 'title taken' },
    'toast',
    /^Request failed with Error title taken$/,
  ],
  unreachable: [
    { kind: 'unreachable' },
    'toast',
    /^Request failed with Error The server could not be reached\. Check your connection and try again\.$/,
  ],
  'not-sendable': [
    { kind: 'not-sendable' },
    'toast',
    /^Request failed with Error A name or your user account contains characters that can’t be sent\. /,
  ],
  'bad-answer': [
    { kind: 'bad-answer', endpoint: 'GET /project', field: 'projects.0.title' },
    'toast',
    /^Request failed with Error .*GET \/project.*projects\.0\.title/,
  ],
  aborted: [{ kind: 'aborted' }, 'silent', /^Upload was aborted\.$/],
  'checksum-mismatch': [
    { kind: 'checksum-mismatch', partNumber, etag: 'a', md5: 'b' },
    'inline',
    /^Part 3 .*checksum differs/,
  ],
  'etag-no-hash': [{ kind: 'etag-no-hash' }, 'inline', /does not return content hashes/],
  'etag-hidden': [{ kind: 'etag-hidden' }, 'inline', /may not read their ETag/],
  'storage-unreachable': [{ kind: 'storage-unreachable', partNumber }, 'inline', /^The storage could not be reached/],
  'url-refused': [{ kind: 'url-refused', partNumber }, 'inline', /^The storage refused the URL of part 3/],
  'storage-refused': [
    { kind: 'storage-refused', status: 500, partNumber },
    'inline',
    /^The storage refused part 3 \(status 500\)/,
  ],
  stalled: [{ kind: 'stalled', partNumber }, 'inline', /^Part 3 made no progress/],
  'completion-unknown': [{ kind: 'completion-unknown', fileName }, 'inline', /a\.tif.*Check the file list/],
  'name-taken': [
    { kind: 'name-taken' },
    'inline',
    /^Another file of this name is on the server now\. Leave this file out.*replace/,
  ],
  'file-gone': [{ kind: 'file-gone', fileName }, 'inline', /^a\.tif can no longer be read/],
  'file-changed': [{ kind: 'file-changed', fileName }, 'inline', /^a\.tif has changed/],
  'checksum-differs': [
    { kind: 'checksum-differs', from: 'run/MD5SUMS', value: 'aa', found: 'bb' },
    'inline',
    /^Not uploaded: run\/MD5SUMS says aa, the file on this disk has bb\.$/,
  ],
  'file-too-large': [{ kind: 'file-too-large', fileName }, 'toast', /^a\.tif is too large/],
  'source-unreachable': [
    { kind: 'source-unreachable', fileName },
    'inline',
    /^The storage with a\.tif could not be reached/,
  ],
  'source-refused': [
    { kind: 'source-refused', fileName, status: 403 },
    'inline',
    /refused to send a\.tif \(status 403\)/,
  ],
  'source-stalled': [{ kind: 'source-stalled', fileName }, 'inline', /^a\.tif made no progress/],
  'source-gone': [{ kind: 'source-gone', fileName }, 'inline', /^a\.tif is no longer on the server/],
  'content-differs': [{ kind: 'content-differs', fileName }, 'inline', /^a\.tif was not saved: .*checksum/],
  'local-differs': [
    { kind: 'local-differs', fileName },
    'inline',
    /^a\.tif was not saved: the folder has a file of this name/,
  ],
  'file-unwritable': [{ kind: 'file-unwritable', fileName }, 'inline', /^a\.tif could not be written/],
  'folder-full': [{ kind: 'folder-full' }, 'inline', /^The disk is full\..*then resume/],
  'folder-gone': [{ kind: 'folder-gone' }, 'inline', /^The folder was moved or deleted.*then resume/],
  'folder-forbidden': [{ kind: 'folder-forbidden' }, 'inline', /needs your permission.*Press resume/],
  crashed: [{ kind: 'crashed' }, 'inline', /has stopped it twice/],
  'archive-failed': [{ kind: 'archive-failed', title: 'TC042' }, 'toast', /^The archive of TC042 could not be created/],
  'archive-gone': [{ kind: 'archive-gone', title: 'TC042' }, 'toast', /^The archive of TC042 is no longer available/],
};

describe('failureNotice', () => {
  it.each(Object.entries(ONE_OF_EACH))(
    'returns the text and the channel of the failure %s',
    (_kind, [failure, channel, text]) => {
      const notice = failureNotice(failure);
      expect(notice.channel).toBe(channel);
      expect(sentenceText(notice.text)).toMatch(text);
    },
  );

  it('returns "Not found" for a 404 without a message', () => {
    expect(failureNotice({ kind: 'not-found' })).toEqual({ text: 'Not found', channel: 'log' });
  });

  it('names the missing space if the disk of the storage is full', () => {
    expect(failureNotice({ kind: 'storage-refused', status: 507, partNumber })).toEqual({
      text: 'The storage has no space left for part 3. Uploaded parts are kept. Contact support, then retry.',
      channel: 'inline',
    });
  });

  it('distinguishes a rejection by the storage from a 403 of the API, regardless of the message', () => {
    const byStorage = fc.oneof(
      fc.nat().map((part): Failure => ({ kind: 'url-refused', partNumber: part })),
      fc.nat().map((part): Failure => ({ kind: 'storage-refused', status: 403, partNumber: part })),
    );
    const byApi = fc.string().map((message): Failure => ({ kind: 'forbidden', message }));
    fc.assert(
      fc.property(byStorage, byApi, (storage, api) => {
        expect(failureNotice(storage).text).toMatch(/^The storage refused/);
        expect(failureNotice(api).text).toBe('Forbidden access. Request admin to perform this action');
      }),
    );
  });
});
