import fc from 'fast-check';
import { keptDraftText, parseKeptDraft } from '../../../src/domain/metadata/keptDraft';
import { anyDraft } from '../../support/metadataArbitraries';

describe('a draft that was kept', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (opened, draft) => {
        expect(parseKeptDraft(keptDraftText({ opened, draft }))).toEqual({ opened, draft });
      }),
    );
  });

  it.each([[null], [''], ['{'], ['{}'], ['[]'], ['{"opened":{},"draft":{}}']])('is none in %j', (text) => {
    expect(parseKeptDraft(text)).toBeUndefined();
  });
});
