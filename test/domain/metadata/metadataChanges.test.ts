import fc from 'fast-check';
import type { DatasetMetadata } from '../../../src/domain/metadata/dataset';
import {
  changedFields,
  changesOf,
  rebaseDraft,
  type MetadataChanges,
} from '../../../src/domain/metadata/metadataChanges';
import { draftOf, withAttribute, withImported, type MetadataDraft } from '../../../src/domain/metadata/metadataDraft';
import { omit } from '../../../src/lib/omit';
import { aDataset } from '../../support/builders';
import { anyDraft, validMetadata } from '../../support/metadataArbitraries';

/** What the server makes of changes. */
function applied(record: DatasetMetadata, changes: MetadataChanges): DatasetMetadata {
  const all = Object.entries({ ...record, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(all) as unknown as DatasetMetadata;
}

const opened = draftOf(aDataset({ attributes: { species: 'Mouse', lot: '7' } }));

describe('what a form sends', () => {
  it('is nothing where nothing was changed', () => {
    fc.assert(
      fc.property(validMetadata, (metadata) => {
        expect(changesOf(draftOf(metadata), draftOf(metadata), metadata, metadata)).toEqual({});
      }),
    );
  });

  it('makes the record what the form says', () => {
    fc.assert(
      fc.property(validMetadata, validMetadata, (before, after) => {
        const changes = changesOf(draftOf(before), draftOf(after), after, before);
        expect(applied(before, changes)).toEqual(after);
      }),
    );
  });

  it('is the fields that were changed and no others, with null for a number that was emptied', () => {
    const before = aDataset({ attributes: { species: 'Mouse' } });
    const after = omit({ ...before, description: 'Mouse brain, left half' }, 'pixelSize');
    expect(changesOf(draftOf(before), draftOf(after), after, before)).toEqual({
      description: 'Mouse brain, left half',
      pixelSize: null,
    });
  });

  it('keeps attributes that somebody else has written meanwhile', () => {
    const before = aDataset({ attributes: { species: 'Mouse', sex: 'Male' } });
    const after = { ...before, attributes: { species: 'Rat' } };
    const record = { ...before, attributes: { species: 'Mouse', sex: 'Male', label: 'Dye' } };
    expect(changesOf(draftOf(before), draftOf(after), after, record)).toEqual({
      attributes: { species: 'Rat', label: 'Dye' },
    });
  });

  it('leaves out what somebody else has saved in the same words', () => {
    const before = aDataset();
    const after = { ...before, device: 'TC2000' };
    expect(changesOf(draftOf(before), draftOf(after), after, after)).toEqual({});
  });
});

describe('a draft whose record somebody else has changed', () => {
  it('is the record where the person changed nothing, and the draft where nobody else did', () => {
    fc.assert(
      fc.property(validMetadata, validMetadata, (one, other) => {
        const [left, right] = [draftOf(one), draftOf(other)];
        expect(rebaseDraft(left, left, right).draft).toEqual(right);
        expect(changedFields(rebaseDraft(left, right, left).draft, right)).toEqual([]);
        expect(rebaseDraft(left, right, left).foreign).toEqual([]);
        expect(rebaseDraft(left, left, right).contested).toEqual([]);
      }),
    );
  });

  it('never loses what the person changed', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, anyDraft, (before, draft, record) => {
        const rebased = rebaseDraft(before, draft, record).draft;
        for (const field of changedFields(before, draft)) {
          if (field !== 'attributes') expect(rebased[field]).toEqual(draft[field]);
        }
      }),
    );
  });

  it('tells what the other one changed, and what both did', () => {
    const mine: MetadataDraft = {
      ...opened,
      description: 'mine',
      device: 'TC2000',
      attributes: withAttribute(opened.attributes, 'species', 'Rat'),
    };
    const theirs: MetadataDraft = {
      ...opened,
      description: 'theirs',
      bitDepth: '12',
      attributes: withAttribute(opened.attributes, 'lot', '8'),
    };
    expect(rebaseDraft(opened, mine, theirs)).toEqual({
      draft: {
        ...mine,
        bitDepth: '12',
        attributes: [
          { name: 'species', value: 'Rat' },
          { name: 'lot', value: '8' },
        ],
      },
      foreign: ['description', 'bitDepth', 'attributes'],
      contested: ['description'],
    });
  });

  it('counts an attribute as contested only where both changed the same one', () => {
    const mine = { ...opened, attributes: withAttribute(opened.attributes, 'lot', '9') };
    const theirs = { ...opened, attributes: withAttribute(opened.attributes, 'lot', '8') };
    expect(rebaseDraft(opened, mine, theirs).contested).toEqual(['attributes']);
  });
});

describe('imported values', () => {
  it('are laid over the form; what they lack stays, and so do other attributes', () => {
    const imported = withImported(opened, {
      sid: 'acme',
      device: 'tc2000',
      pixelSize: 2,
      channels: [{ num: 1, name: 'DAPI' }],
      attributes: { species: 'Rat', sex: 'Male' },
    });
    expect(imported).toEqual({
      ...opened,
      device: 'TC2000',
      pixelSize: '2',
      channels: [{ num: '1', name: 'DAPI' }],
      attributes: [
        { name: 'species', value: 'Rat' },
        { name: 'lot', value: '7' },
        { name: 'sex', value: 'Male' },
      ],
    });
  });

  it('are what the form says then', () => {
    fc.assert(
      fc.property(validMetadata, validMetadata, (before, values) => {
        const imported = withImported(draftOf(before), values);
        const whole = { ...before, ...values, attributes: { ...before.attributes, ...values.attributes } };
        expect(changedFields(imported, draftOf(whole))).toEqual([]);
      }),
    );
  });
});
