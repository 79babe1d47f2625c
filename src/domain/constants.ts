/* Business constants: those of the specification (section 9), and what else the app goes by. Each name tells its unit. */

/** The product's name, the same in every language. */
export const PRODUCT_NAME = 'Data Manager';

/** Size of every part of a multipart upload but the last: 64 MiB. */
export const UPLOAD_PART_BYTES = 64 * 1024 * 1024;
/** Most parts that S3 takes for one object (Amazon S3 multipart upload limits). */
export const UPLOAD_MAX_PARTS = 10_000;
/** A part is tried once and then retried this often. */
export const UPLOAD_PART_MAX_RETRIES = 3;
/** Wait before the first retry of a part; it doubles with each further one. */
export const UPLOAD_RETRY_BASE_MS = 1_000;
/** A part that makes no progress for so long is given up and tried again. */
export const UPLOAD_STALL_MS = 30_000;
/** How often the progress of a transfer reaches the store. */
export const PROGRESS_SAMPLE_MS = 500;

/** What a server or a storage answers whose disk is full (RFC 4918, section 11.5). */
export const DISK_FULL_STATUS = 507;

/** How often the progress of an archive is asked for. */
export const DOWNLOAD_POLL_MS = 10_000;
/** From "ready" to the browser's own download. */
export const DOWNLOAD_SAVE_DELAY_MS = 2_000;
/** Key of the persisted download list in the browser's local storage. */
export const DOWNLOAD_LIST_KEY = 'download-list';

/** How often the state of a pipeline that is on its way is asked for, the first times. */
export const PIPELINE_POLL_MS = 10_000;
/** After so many times it is a long job, and asked for less often. */
export const PIPELINE_FAST_POLLS = 10;
/** How often that is. */
export const PIPELINE_SLOW_POLL_MS = 60_000;

/** How long a plain notice stays. */
export const TOAST_MS = 5_000;
/** Errors and successes stay longer than plain notices. */
export const TOAST_LASTING_MS = 10_000;

/** Wait before a call of the API is repeated, unless the server asks for more. */
export const QUERY_RETRY_DELAY_MS = 3_000;
/** 500, 502 and 503 are retried so often. */
export const QUERY_MAX_RETRIES = 2;
/** A server that asks for more patience (`Retry-After`) is not waited for: nobody sits that long before a page. */
export const RETRY_AFTER_MAX_MS = 60_000;

/** How long what is typed or looked at rests before it stands in the address: Safari refuses more than ten changes a second. */
export const ADDRESS_REST_MS = 300;

/** The bit depth of a dataset of which nobody has said another. */
export const DEFAULT_BIT_DEPTH = 16;
/** The largest bit depth that the metadata takes. */
export const MAX_BIT_DEPTH = 64;

/** The last section that six digits of a file name can tell. */
export const MAX_SECTION = 999_999;
/** The last channel that two digits of a file name can tell. */
export const MAX_CHANNEL = 99;
