import { randomBytes } from 'node:crypto';
import { DeleteBucketCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../server/src/environment/environment';
import { createS3Client, setUpBucket } from '../../server/src/storage/s3/s3Bucket';
import { deleteObjects, type S3Bucket } from '../../server/src/storage/s3/s3Objects';

/**
 * `TEST_S3_ENDPOINT`: the URL of an S3 storage on which tests create buckets, with the credentials in
 * `TEST_S3_ACCESS_KEY_ID` and `TEST_S3_SECRET_ACCESS_KEY`. Tests that need one are skipped if it is not set.
 */
const {
  TEST_S3_ENDPOINT: endpoint,
  TEST_S3_ACCESS_KEY_ID: accessKeyId = 'AKIATEST',
  TEST_S3_SECRET_ACCESS_KEY: secretAccessKey = 'secretsecret',
} = process.env;

export const hasTestStorage = endpoint !== undefined;

/** A bucket for the tests of a file. */
export interface TestBucket extends S3Bucket {
  readonly settings: S3Settings;
  /** The environment variables with which a backend uses it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Lists the keys of all objects. */
  keys(): Promise<string[]>;
  remove(): Promise<void>;
}

/** Creates a bucket, and lets pages of an app upload to it. */
export async function makeTestBucket(appUrl?: string): Promise<TestBucket> {
  const bucket = `test-${randomBytes(8).toString('hex')}`;
  const settings: S3Settings = {
    bucket,
    region: 'us-east-1',
    pathStyle: true,
    ...(endpoint !== undefined && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
  };
  const client = createS3Client(settings);
  if (appUrl !== undefined) await setUpBucket(client, settings, appUrl);
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
      found.push(...Contents.map(({ Key = '' }) => Key));
    }
    return found;
  };
  return {
    client,
    bucket,
    settings,
    variables: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint ?? '',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    keys,
    async remove() {
      await deleteObjects({ client, bucket }, await keys());
      await client.send(new DeleteBucketCommand({ Bucket: bucket }));
      client.destroy();
    },
  };
}
