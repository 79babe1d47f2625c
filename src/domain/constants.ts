/* Business constants of the specification (section 9) and others. Names end with the unit. */

/** The product's name. */
export const PRODUCT_NAME = 'Data Manager';

/** Size of every part of a multipart upload except the last: 64 MiB. */
export const UPLOAD_PART_BYTES = 64 * 1024 * 1024;
/** Maximum number of parts of an object (Amazon S3 multipart upload limits). */
export const UPLOAD_MAX_PARTS = 10_000;
/** Files up to this size are small: sending one takes little longer than the calls around it. */
export const SMALL_FILE_BYTES = 4 * 1024 * 1024;
/** Retries of a part after its first attempt. */
export const UPLOAD_PART_MAX_RETRIES = 3;
/** Delay before the first retry of a part. Doubles with each retry. */
export const UPLOAD_RETRY_BASE_MS = 1_000;
/** A part without progress for this long is aborted and retried. */
export const UPLOAD_STALL_MS = 30_000;
/** A part or range is given up after this time without a response: proxies may pass it on slowly, or scan it first. */
export const UPLOAD_ANSWER_MS = 5 * 60_000;
/** Interval at which the progress of a transfer reaches the store. */
export const PROGRESS_SAMPLE_MS = 500;

/** Size of the ranges in which a file is fetched into a folder: 8 MiB. */
export const FETCH_RANGE_BYTES = 8 * 1024 * 1024;
/** Ranges of a file that are fetched at the same time. Together with their size, it bounds the memory. */
export const FETCH_CONCURRENCY = 4;

/** Files whose presigned URLs are requested together. */
export const FILE_URLS_PER_REQUEST = 100;
/** Presigned URLs of files are valid for 15 minutes. They are used for this long. */
export const FILE_URL_MAX_AGE_MS = 10 * 60_000;

/** Status of a server or storage whose disk is full (RFC 4918, section 11.5). */
export const DISK_FULL_STATUS = 507;

/** Milliseconds in an hour. */
export const HOUR_MS = 60 * 60_000;

/** Interval at which the progress of an archive is polled. */
export const DOWNLOAD_POLL_MS = 10_000;
/** Delay between `ready` and the browser's download. */
export const DOWNLOAD_SAVE_DELAY_MS = 2_000;
/** Key of the download list in local storage. */
export const DOWNLOAD_LIST_KEY = 'download-list';
/** Key of the ids of the granted commands about downloads in local storage. A logout removes it. */
export const DOWNLOAD_COMMANDS_KEY = 'download-commands';

/** Interval of the first polls of a running pipeline. */
export const PIPELINE_POLL_MS = 10_000;
/** Number of polls after which a pipeline is polled less often. */
export const PIPELINE_FAST_POLLS = 10;
/** Interval of the later polls. */
export const PIPELINE_SLOW_POLL_MS = 60_000;

/** Lifetime of an ordinary toast. */
export const TOAST_MS = 5_000;
/** Lifetime of error and success toasts. */
export const TOAST_LASTING_MS = 10_000;

/** Delay before an API request is retried, unless the server requires a longer one. */
export const QUERY_RETRY_DELAY_MS = 3_000;
/** Retries after a 500, 502 or 503. */
export const QUERY_MAX_RETRIES = 2;
/** Longest `Retry-After` that is respected. With a longer one, the request fails immediately. */
export const RETRY_AFTER_MAX_MS = 60_000;

/** Delay before input appears in the URL. Safari rejects more than ten changes per second. */
export const ADDRESS_REST_MS = 300;

/** Default bit depth of a dataset. */
export const DEFAULT_BIT_DEPTH = 16;
/** Largest bit depth of a dataset. */
export const MAX_BIT_DEPTH = 64;
