import {
  CreateBucketCommand,
  GetBucketCorsCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  S3Client,
  S3ServiceException,
  type CORSRule,
} from '@aws-sdk/client-s3';
import { StartupError } from '../../common/errors';
import { diskErrorCode } from '../../disk/durableFiles';
import type { S3Settings } from '../../environment/environment';
import { CONTENT_HEADER_NAMES } from '../blobStore';

/** Creates a client. Settings that are found by the SDK itself are undefined. */
export function createS3Client({ region, endpoint, pathStyle, credentials }: S3Settings): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    // Other S3-compatible storages don't support the SDK's checksums, and browsers can't compute them for presigned
    // URLs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

const RULE_ID = 'data-manager';

/** Returns the rule that lets the app's pages send parts to the storage, and read files. */
function uploadRule(appUrl: string): CORSRule {
  return {
    ID: RULE_ID,
    AllowedOrigins: [new URL(appUrl).origin],
    AllowedMethods: ['PUT', 'GET', 'HEAD'],
    AllowedHeaders: ['*'],
    ExposeHeaders: [...CONTENT_HEADER_NAMES],
    MaxAgeSeconds: 7_200,
  };
}

/** Returns whether a rule lets pages send requests of a method, and read some headers of the responses. */
function allows(rule: CORSRule, origin: string, method: 'PUT' | 'GET', headers: readonly string[]): boolean {
  const { AllowedOrigins = [], AllowedMethods = [], ExposeHeaders = [] } = rule;
  const exposed = new Set(ExposeHeaders.map((header) => header.toLowerCase()));
  return (
    (AllowedOrigins.includes('*') || AllowedOrigins.includes(origin)) &&
    AllowedMethods.includes(method) &&
    headers.every((header) => exposed.has(header.toLowerCase()))
  );
}

/** Reads the bucket's CORS rules. */
async function readRules(client: S3Client, bucket: string): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket: bucket }))).CORSRules ?? [];
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchCORSConfiguration') return [];
    throw error;
  }
}

function bucketProblem(error: unknown, { bucket, endpoint, region }: S3Settings): StartupError {
  const where = endpoint ?? `AWS (${region})`;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 404) {
    return new StartupError(
      `The bucket ${bucket} does not exist at ${where}. Check S3_BUCKET, or create it with npm run setup:storage.`,
    );
  }
  if (status === 401 || status === 403) {
    return new StartupError(
      `The bucket ${bucket} at ${where} can't be used: access was denied. Check S3_ACCESS_KEY_ID and ` +
        'S3_SECRET_ACCESS_KEY, and that they may read, write, list and delete in the bucket.',
    );
  }
  const message = error instanceof Error && error.message !== '' ? error.message : diskErrorCode(error);
  return new StartupError(
    `The storage at ${where} can't be reached (${String(message)}). Check that it runs, and S3_ENDPOINT and S3_REGION.`,
  );
}

/**
 * Checks that the bucket can be used, and that browsers are allowed to upload to it.
 *
 * @param print Receives a warning if the rules for browsers can't be read, or don't allow to read files.
 * @throws StartupError with advice.
 */
export async function checkBucket(
  client: S3Client,
  settings: S3Settings,
  appUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const { bucket } = settings;
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    throw bucketProblem(error, settings);
  }
  let rules: CORSRule[];
  try {
    rules = await readRules(client, bucket);
  } catch {
    print(`The CORS rules of the bucket ${bucket} can't be read. Browsers can upload only if they allow ${appUrl}.`);
    return;
  }
  const { origin } = new URL(appUrl);
  const setUp = 'Run npm run setup:storage with the same variables, which adds a CORS rule.';
  if (!rules.some((rule) => allows(rule, origin, 'PUT', ['ETag']))) {
    throw new StartupError(`The bucket ${bucket} does not allow browsers to upload from ${origin}. ${setUp}`);
  }
  // Another rule may not expose all headers. Uploads and archives don't need them.
  if (!rules.some((rule) => allows(rule, origin, 'GET', CONTENT_HEADER_NAMES))) {
    print(`The bucket ${bucket} does not allow browsers to download ranges of files into a folder. ${setUp}`);
  }
}

/** Creates the bucket if it does not exist, and adds or replaces the CORS rule of the app. */
export async function setUpBucket(client: S3Client, settings: S3Settings, appUrl: string): Promise<void> {
  const { bucket } = settings;
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket })).catch(async (error: unknown) => {
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
    });
    const others = (await readRules(client, bucket)).filter(({ ID }) => ID !== RULE_ID);
    const CORSConfiguration = { CORSRules: [...others, uploadRule(appUrl)] };
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
  } catch (error) {
    throw bucketProblem(error, settings);
  }
}
