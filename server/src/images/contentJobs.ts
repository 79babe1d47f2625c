import type { FoundContent } from '@data-manager/domain/pictures/check/foundContent';
import { unlessAborted } from '../common/unlessAborted';
import { recordContent, takeContent, type UnknownContent } from '../database/files/contents';
import { forgetWork, newLeaseId } from '../database/jobs/leases';
import type { Queryable } from '../database/sql';
import { contentsFound } from '../http/metrics';
import type { TakeQuietJob } from '../jobs/quietRunner';
import { ImageLimitError } from './imageWorkers';
import type { Previews } from './previews';

interface ContentParts {
  readonly database: Queryable;
  readonly previews: Previews;
}

/**
 * Looks at section images in the background.
 *
 * Problem: only the pixels tell whether an image is black, saturated or flat, and reading all pixels of a dataset takes minutes.
 * Idea: the row of each image that has arrived is leased and its thumbnail is made, which the user needs anyway. The latest first.
 * Cost: less room for previews in their cache.
 */
export function contentJobs(parts: ContentParts): TakeQuietJob {
  const { database } = parts;
  return async () => {
    const content = await takeContent(database, newLeaseId());
    return (
      content && {
        lease: { table: 'contents', id: content.leaseId },
        work: (_rest, signal) => unlessAborted(look(parts, content), signal),
      }
    );
  };
}

async function look({ database, previews }: ContentParts, content: UnknownContent): Promise<void> {
  const { blob, sponsorId, leaseId } = content;
  if (sponsorId === undefined) return forgetWork(database, { table: 'contents', id: leaseId });
  const found = await previews.get({ blob, key: `${sponsorId}/` }, { kind: 'thumbnail' }).then(
    (preview) => preview.found,
    (error: unknown): FoundContent => {
      if (error instanceof ImageLimitError) return 'complete';
      throw error;
    },
  );
  if (found === undefined) throw new Error(`The content ${blob} can't be read.`);
  await recordContent(database, blob, found);
  contentsFound.inc();
}
