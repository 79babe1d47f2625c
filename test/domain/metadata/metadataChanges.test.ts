import fc from 'fast-check';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import {
  changedFields,
  editedChanges,
  rebaseDraft,
  type MetadataChanges,
} from '@data-manager/domain/metadata/metadataChanges';
import { draftOf, withAttribute, withImported, type MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import { omit } from '@data-manager/lib/omit';
import { aDataset } from '../../support/builders';
import { anyDraft, validMetadata } from '../../support/metadataArbitraries';

/** Applies changes as the server does. */
function applied(record: DatasetMetadata, changes: MetadataChanges): DatasetMetadata {
  const all = Object.entries({ ...record, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(all) as unknown as DatasetMetadata;
}

const opened = draftOf(aDataset({ attributes: { species: 'Mouse', lot: '7' } }));

it('editedChanges returns nothing if nothing was edited', () => {
  fc.assert(
    fc.property(validMetadata, (metadata) => {
      expect(editedChanges(draftOf(metadata), draftOf(metadata), metadata, metadata)).toEqual({});
    }),
  );
});

it('editedChanges returns the changes that turn the record into the form’s values', () => {
  fc.assert(
    fc.property(validMetadata, validMetadata, (before, after) => {
      const changes = editedChanges(draftOf(before), draftOf(after), after, before);
      expect(applied(before, changes)).toEqual(after);
    }),
  );
});

it('editedChanges returns only edited fields, with null for a cleared number', () => {
  const before = aDataset({ attributes: { species: 'Mouse' } });
  const after = omit({ ...before, description: 'Mouse brain, left half' }, 'pixelSize');
  expect(editedChanges(draftOf(before), draftOf(after), after, before)).toEqual({
    description: 'Mouse brain, left half',
    pixelSize: null,
  });
});

it('editedChanges keeps attributes that another user added', () => {
  const before = aDataset({ attributes: { species: 'Mouse', sex: 'Male' } });
  const after = { ...before, attributes: { species: 'Rat' } };
  const record = { ...before, attributes: { species: 'Mouse', sex: 'Male', label: 'Dye' } };
  expect(editedChanges(draftOf(before), draftOf(after), after, record)).toEqual({
    attributes: { species: 'Rat', label: 'Dye' },
  });
});

it('editedChanges omits an edit that another user has already saved', () => {
  const before = aDataset();
  const after = { ...before, device: 'TC2000' };
  expect(editedChanges(draftOf(before), draftOf(after), after, after)).toEqual({});
});

it('rebaseDraft returns the record if the form was not edited, and the draft if the record did not change', () => {
  fc.assert(
    fc.property(validMetadata, validMetadata, (one, other) => {
      const [left, right] = [draftOf(one), draftOf(other)];
      expect(rebaseDraft(left, left, right).draft).toEqual(right);
      expect(changedFields(rebaseDraft(left, right, left).draft, right)).toEqual([]);
      expect(rebaseDraft(left, right, left).changed).toEqual([]);
      expect(rebaseDraft(left, left, right).conflicts).toEqual([]);
    }),
  );
});

it('rebaseDraft keeps all edits', () => {
  fc.assert(
    fc.property(anyDraft, anyDraft, anyDraft, (before, draft, record) => {
      const rebased = rebaseDraft(before, draft, record).draft;
      for (const field of changedFields(before, draft)) {
        if (field !== 'attributes') expect(rebased[field]).toEqual(draft[field]);
      }
    }),
  );
});

it('rebaseDraft returns the remotely changed fields and the conflicts', () => {
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
    changed: ['description', 'bitDepth', 'attributes'],
    conflicts: ['description'],
  });
});

it('rebaseDraft reports a conflict only if both users changed the same attribute', () => {
  const mine = { ...opened, attributes: withAttribute(opened.attributes, 'lot', '9') };
  const theirs = { ...opened, attributes: withAttribute(opened.attributes, 'lot', '8') };
  expect(rebaseDraft(opened, mine, theirs).conflicts).toEqual(['attributes']);
});

it('withImported overwrites fields and merges attributes', () => {
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

it('withImported returns the imported values for arbitrary metadata', () => {
  fc.assert(
    fc.property(validMetadata, validMetadata, (before, values) => {
      const imported = withImported(draftOf(before), values);
      const whole = { ...before, ...values, attributes: { ...before.attributes, ...values.attributes } };
      expect(changedFields(imported, draftOf(whole))).toEqual([]);
    }),
  );
});
