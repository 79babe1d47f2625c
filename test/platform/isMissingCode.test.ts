import fc from 'fast-check';
import { isMissingCode } from '../../src/platform/isMissingCode';

describe('code that did not come', () => {
  it('is nothing else that may be thrown', () => {
    fc.assert(fc.property(fc.anything(), (error) => expect(isMissingCode(error)).toBe(false)));
  });

  it.each([
    [Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' }), true],
    [Object.assign(new Error('Loading CSS chunk 7 failed.'), { code: 'CSS_CHUNK_LOAD_FAILED' }), true],
    [new Error('Loading chunk 7 failed.'), false],
    ['ChunkLoadError', false],
  ])('is told apart from other errors (%#)', (error, isMissing) => {
    expect(isMissingCode(error)).toBe(isMissing);
  });
});
