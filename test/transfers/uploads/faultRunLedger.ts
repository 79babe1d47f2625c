import { createHash } from 'node:crypto';
import { md5 } from '../../support/uploadFile';

/** An upload as the server keeps it. */
export interface LedgerUpload {
  readonly id: string;
  readonly key: string;
  readonly parts: Map<number, Uint8Array>;
  state: 'open' | 'completed' | 'cancelled' | 'forgotten';
  /** The checksum that it was completed with. */
  checksum?: string;
}

/** What a call to complete an upload names. */
export interface Completion {
  readonly key: string;
  readonly uploadId: string;
  readonly parts: readonly { readonly PartNumber: number; readonly ETag: string; readonly checksum: string }[];
  readonly checksum: string;
}

export type CompletionAnswer = 'completed' | 'completed-before' | 'no-such-upload' | 'parts-differ';

/** The books of a server that takes uploads: nothing in here fails, and nothing that it holds is made up. */
export function createLedger({ remembersCompletions }: { readonly remembersCompletions: boolean }) {
  const uploads = new Map<string, LedgerUpload>();
  const objects = new Map<string, Uint8Array>();
  const completions: { readonly key: string; readonly bytes: Uint8Array }[] = [];

  const findOpen = (uploadId: string): LedgerUpload | undefined => {
    const upload = uploads.get(uploadId);
    return upload?.state === 'open' ? upload : undefined;
  };

  return {
    uploads,
    /** What stands under each key. */
    objects,
    /** Every time that an object was put in its place. */
    completions,
    findOpen,
    start: (key: string): LedgerUpload => {
      const id = `up-${uploads.size + 1}`;
      const upload: LedgerUpload = { id, key, parts: new Map(), state: 'open' };
      uploads.set(id, upload);
      return upload;
    },
    /** Keeps what arrived and gives its MD5; undefined where there is no such upload. */
    keepPart: (uploadId: string, partNumber: number, bytes: Uint8Array): string | undefined => {
      const upload = findOpen(uploadId);
      upload?.parts.set(partNumber, bytes);
      return upload && md5(bytes);
    },
    /** Puts the object together from the parts that are named, if they are what is held. */
    complete: ({ key, uploadId, parts, checksum }: Completion): CompletionAnswer => {
      const upload = uploads.get(uploadId);
      if (upload?.state === 'completed' && remembersCompletions && upload.checksum === checksum) {
        return 'completed-before';
      }
      if (upload?.state !== 'open' || upload.key !== key) return 'no-such-upload';
      const held = parts.map(({ PartNumber }) => upload.parts.get(PartNumber));
      const isHeld = parts.every(({ PartNumber, ETag, checksum: named }, index) => {
        const bytes = held[index];
        const digest = bytes && md5(bytes);
        return PartNumber === index + 1 && ETag.toLowerCase() === digest && named === digest;
      });
      const bytes = Buffer.concat(held.map((part) => part ?? new Uint8Array()));
      if (!isHeld || checksum !== checksumOf(held)) return 'parts-differ';
      upload.state = 'completed';
      upload.checksum = checksum;
      objects.set(key, bytes);
      completions.push({ key, bytes });
      return 'completed';
    },
    cancel: (uploadId: string): void => {
      const upload = findOpen(uploadId);
      if (upload !== undefined) upload.state = 'cancelled';
    },
    forgetOpen: (): void => {
      for (const upload of uploads.values()) if (upload.state === 'open') upload.state = 'forgotten';
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

/** MD5 of the parts' binary digests, then `-N`. */
export function checksumOf(parts: readonly (Uint8Array | undefined)[]): string {
  const whole = createHash('md5');
  for (const part of parts) whole.update(Buffer.from(md5(part ?? ''), 'hex'));
  return `${whole.digest('hex')}-${parts.length}`;
}
