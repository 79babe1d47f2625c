import { inspect } from 'node:util';
import { StartupError } from './common/errors';
import { readEnvironment } from './environment/environment';
import { createS3Client, setUpBucket } from './storage/s3/s3Bucket';

/** `npm run setup:storage`: prepares the bucket of `S3_BUCKET` for the server. */
async function setUpStorage(): Promise<void> {
  const { s3, appUrl } = readEnvironment(process.env, process.cwd());
  if (s3 === undefined) throw new StartupError('S3_BUCKET is not set, so there is no storage to set up.');
  const client = createS3Client(s3);
  await setUpBucket(client, s3, appUrl);
  client.destroy();
  process.stdout.write(`The bucket ${s3.bucket} is ready: pages of ${appUrl} can upload to it.\n`);
}

setUpStorage().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : inspect(error)}\n`);
  process.exit(1);
});
