/** Where a person meets a failure. */
export type FailureChannel =
  /** At the top right, for 10 s. */
  | 'toast'
  /** Beside what it is about, as long as it is so. */
  | 'inline'
  /** In a dialog before the page. */
  | 'modal'
  /** Instead of the page, or of the part of it that fell over. */
  | 'page'
  /** For developers only. */
  | 'log'
  /** Nobody needs to be told. */
  | 'silent';

interface CatalogueRow {
  /** The specification's text; what is known of the case may follow it. */
  readonly text: string;
  readonly channel: FailureChannel;
}

/** The error catalogue (specification, section 8; for the login section 2, for names section 5), row by row. */
export const ERROR_CATALOGUE = {
  /** 401, or a body with the code UNAUTHORIZED: newer tokens are fetched. */
  unauthorized: { text: 'Unauthorized access. Attempting to refresh tokens...', channel: 'toast' },
  /** The refresh was refused, too. */
  sessionLost: { text: 'Please login again to download your data.', channel: 'modal' },
  /** 403 of the API. */
  forbidden: { text: 'Forbidden access. Request admin to perform this action', channel: 'toast' },
  /** 404. */
  notFound: { text: 'Not found', channel: 'log' },
  /** Any other error of a call; the `msg` of the answer follows. */
  otherError: { text: 'Request failed with Error', channel: 'toast' },
  /** A downsampled picture that does not come: a placeholder stands there. */
  previewFailed: { text: '', channel: 'silent' },
  downloadNotStarted: { text: 'error starting download', channel: 'toast' },
  uploadFailed: { text: 'Error uploading file.', channel: 'toast' },
  /** A person cancelled the upload. */
  uploadAborted: { text: 'Upload was aborted.', channel: 'toast' },
  invalidFileName: {
    text: 'Invalid fileName, please check the file name to be in DATASET_NAME_SXXXXXX_LXX_chXX format',
    channel: 'inline',
  },
  /** A section number that is greater than the total. */
  sectionTooLarge: { text: 'invalid total Sections', channel: 'inline' },
  /** `config.json` is missing or wrong; the offending key follows. */
  startupConfig: { text: 'Config validation error', channel: 'page' },
  routing: { text: 'Unexpected Application Error!', channel: 'page' },
} as const satisfies Readonly<Record<string, CatalogueRow>>;
