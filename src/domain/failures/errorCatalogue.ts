import { NAME_FORMAT } from '../names/grammar';
/** Where a failure appears. */
export type FailureChannel =
  /** A toast at the top right, for 10 s. */
  | 'toast'
  /** Next to the element that it concerns, while it lasts. */
  | 'inline'
  /** A dialog. */
  | 'modal'
  /** Replaces the page or the part of it that crashed. */
  | 'page'
  /** Only in the log. */
  | 'log'
  /** Nowhere. */
  | 'silent';

interface CatalogueRow {
  /** The specification's text. Details may follow it. */
  readonly text: string;
  readonly channel: FailureChannel;
}

/** The error catalogue of the specification (section 8; sections 2 and 5 for login and names). */
export const ERROR_CATALOGUE = {
  /** A 401, or a body with the code UNAUTHORIZED: the tokens are refreshed. */
  unauthorized: { text: 'Unauthorized access. Attempting to refresh tokens...', channel: 'toast' },
  /** The refresh was rejected. */
  sessionLost: { text: 'Please login again to download your data.', channel: 'modal' },
  /** A 403 of the API. */
  forbidden: { text: 'Forbidden access. Request admin to perform this action', channel: 'toast' },
  /** A 404. */
  notFound: { text: 'Not found', channel: 'log' },
  /** Any other failed request. The `msg` of the response follows. */
  otherError: { text: 'Request failed with Error', channel: 'toast' },
  /** A downsampled image that fails to load. A placeholder is shown. */
  previewFailed: { text: '', channel: 'silent' },
  downloadNotStarted: { text: 'error starting download', channel: 'toast' },
  uploadFailed: { text: 'Error uploading file.', channel: 'toast' },
  /** The user cancelled the upload. */
  uploadAborted: { text: 'Upload was aborted.', channel: 'toast' },
  invalidFileName: {
    text: `Invalid fileName, please check the file name to be in ${NAME_FORMAT} format`,
    channel: 'inline',
  },
  /** A section number greater than the total. */
  sectionTooLarge: { text: 'invalid total Sections', channel: 'inline' },
  /** `config.json` is missing or invalid. The key follows. */
  startupConfig: { text: 'Config validation error', channel: 'page' },
  routing: { text: 'Unexpected Application Error!', channel: 'page' },
} as const satisfies Readonly<Record<string, CatalogueRow>>;
