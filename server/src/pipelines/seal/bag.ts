import { createHash } from 'node:crypto';
import { manifestLine } from '@data-manager/domain/checksums/manifest';
import { pick } from '@data-manager/lib/pick';
import type { Receipt } from '../../database/activity/receipts';
import type { Dataset } from '../../database/projects/datasets';
import type { SealKeys } from './sealKeys';
import { verifyPage } from './verifyPage';

/** A file of a sealed dataset. */
export interface PayloadFile {
  /** Its path in the bag, below `data/`. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** What is sealed. */
interface BagContents {
  readonly sponsorId: string;
  readonly project: string;
  readonly dataset: Dataset;
  readonly files: readonly PayloadFile[];
  /** The receipts of the uploads, the latest first. */
  readonly receipts: readonly Receipt[];
  readonly sealedAt: Date;
  /** Where the public keys are. */
  readonly keysUrl: string;
  readonly key: Awaited<ReturnType<SealKeys['current']>>;
  /** The script of `verify.html`. */
  readonly script: string;
}

const MANIFEST = 'manifest-sha256.txt';
const TAG_MANIFEST = 'tagmanifest-sha256.txt';
const SIGNATURE = 'signature.json';
const RECEIPT_FIELDS = [
  'key',
  'formerKey',
  'size',
  'checksum',
  'parts',
  'userId',
  'userName',
  'completedAt',
  'manifest',
] as const;

/**
 * Makes the files of a seal: the tag files of a bag (BagIt 1.0, RFC 8493), with a description of the dataset (RO-Crate 1.2), the
 * receipts, a page that checks the bag, and the signature of its manifests. They don't contain the files of the dataset.
 *
 * @returns Their texts by name.
 */
export function makeBag(contents: BagContents): Readonly<Record<string, string>> {
  const { files, receipts, key, keysUrl, script, dataset } = contents;
  const manifest = files.map(({ sha256, path }) => manifestLine(sha256, path)).join('');
  const tags: Record<string, string> = {
    'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
    'bag-info.txt': bagInfo(contents),
    [MANIFEST]: manifest,
    'ro-crate-metadata.json': toJson(roCrate(contents)),
    'receipts.json': toJson({ receipts: receipts.map((receipt) => pick(receipt, ...RECEIPT_FIELDS)) }),
    'verify.html': verifyPage({ title: dataset.dataset, keyId: key.id, publicKey: key.publicKey, keysUrl, script }),
  };
  const tagManifest = Object.entries(tags)
    .map(([name, text]) => manifestLine(createHash('sha256').update(text).digest('hex'), name))
    .join('');
  const signature = {
    algorithm: 'Ed25519',
    keyId: key.id,
    publicKey: key.publicKey,
    keysUrl,
    signatures: {
      [MANIFEST]: key.sign(Buffer.from(manifest)),
      [TAG_MANIFEST]: key.sign(Buffer.from(tagManifest)),
    },
  };
  return { ...tags, [TAG_MANIFEST]: tagManifest, [SIGNATURE]: toJson(signature) };
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function bagInfo({ sponsorId, project, dataset, files, sealedAt }: BagContents): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const lines = {
    'Source-Organization': sponsorId,
    'External-Identifier': `${sponsorId}/${project}/${dataset.dataset}`,
    'External-Description': dataset.description.replace(/\s+/g, ' ').trim(),
    'Bagging-Date': sealedAt.toISOString().slice(0, 10),
    'Payload-Oxum': `${String(bytes)}.${String(files.length)}`,
    'Bag-Software-Agent': 'Data Manager',
  };
  return Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('');
}

/** Describes the dataset: people, instrument and dimensions. */
function roCrate({ sponsorId, dataset, receipts, files, sealedAt }: BagContents): object {
  const people = new Map(
    receipts.flatMap(({ userId, userName }) => (userId === undefined ? [] : [[`#user-${userId}`, userName ?? userId]])),
  );
  const values: readonly (readonly [name: string, value: string | number | undefined, unit?: string])[] = [
    ['Pixel size', dataset.pixelSize, 'µm'],
    ['Section distance', dataset.physicalSpacing, 'µm'],
    ['Sections', dataset.physicalSections],
    ['Bit depth', dataset.bitDepth],
    ['Tissue type', dataset.tissueType],
    ...dataset.channels.map(({ num, name }) => [`Channel ${String(num)}`, name] as const),
    ...Object.entries(dataset.attributes),
  ];
  const properties = values
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value, unit], index) => ({
      '@id': `#property-${String(index + 1)}`,
      '@type': 'PropertyValue',
      name,
      value,
      ...(unit !== undefined && { unitText: unit }),
    }));
  const instrument = dataset.device === '' ? undefined : `#instrument-${encodeURIComponent(dataset.device)}`;
  const refs = (ids: Iterable<string>) => Array.from(ids, (id) => ({ '@id': id }));
  return {
    '@context': 'https://w3id.org/ro/crate/1.2/context',
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        about: { '@id': './' },
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: dataset.dataset,
        description: dataset.description === '' ? dataset.dataset : dataset.description,
        datePublished: sealedAt.toISOString(),
        dateCreated: dataset.createdAt,
        license: `Ask ${sponsorId}`,
        sourceOrganization: { '@id': '#sponsor' },
        author: refs(people.keys()),
        variableMeasured: refs(properties.map((property) => property['@id'])),
        hasPart: refs(['data/', 'receipts.json']),
        ...(instrument !== undefined && { mentions: { '@id': '#acquisition' } }),
      },
      {
        '@id': 'data/',
        '@type': 'Dataset',
        name: 'Files of the dataset',
        description: `${String(files.length)} files. Their checksums are in ${MANIFEST}.`,
      },
      { '@id': 'receipts.json', '@type': 'File', name: 'Receipts of the uploads', encodingFormat: 'application/json' },
      { '@id': '#sponsor', '@type': 'Organization', name: sponsorId },
      ...Array.from(people, ([id, name]) => ({ '@id': id, '@type': 'Person', name })),
      ...properties,
      ...(instrument === undefined
        ? []
        : [
            {
              '@id': '#acquisition',
              '@type': 'CreateAction',
              name: 'Acquisition',
              instrument: { '@id': instrument },
              result: { '@id': 'data/' },
            },
            { '@id': instrument, '@type': 'IndividualProduct', name: dataset.device },
          ]),
    ],
  };
}
