import {
  BUSY,
  DEEP_KEYS,
  LARGE_FOLDER,
  LARGE_HASH,
  LARGE_KEYS,
  LARGE_PROJECT,
  MISSING_KEYS,
  RENAMED_PROJECT,
  SECTION_KEYS,
  SHALLOW_KEYS,
} from './busySponsor';

/** A request: method, path and body. */
export type Call = readonly [method: string, path: string, body?: unknown];

/** What a member does again and again at full strength. */
export interface BusyWork {
  /** Turns that run at the same time. */
  readonly atOnce: number;
  /** The work can be done once only. */
  readonly isOnce?: boolean;
  /** A turn of the work occupies the embedded database for 100 ms or more, and is followed by a pause of seconds. */
  readonly isPausing?: boolean;
  /**
   * Returns the calls of a turn, which are made one after the other. Some depend on the body of the response before. Turns are
   * numbered from 1.
   */
  readonly calls: (turn: number) => readonly (Call | ((answer: string) => Call))[];
}

const MOVE = '/manage/files/move';

/** Each key to the next one's name, and the last one to the first's: all are renamed. */
const circle = (keys: readonly string[]): Call => [
  'POST',
  MOVE,
  { moves: keys.map((from, index) => ({ from, to: keys[(index + 1) % keys.length] })) },
];

/** Each key to the next one's name, but the last one stays: all are refused. */
const chain = (keys: readonly string[]): Call => [
  'POST',
  MOVE,
  { moves: keys.slice(0, -1).map((from, index) => ({ from, to: keys[index + 1] })) },
];

const memberOf = (answer: string, name: string): unknown => (JSON.parse(answer) as Record<string, unknown>)[name];

/** Requests an archive, and cancels it. */
const archive = (
  turn: number,
  contents: { readonly folder: string } | { readonly files: readonly string[] },
): readonly (Call | ((answer: string) => Call))[] => [
  ['POST', '/download', { onlyDownSamples: false, ...contents, zipFileName: `${String(turn)}.zip` }],
  (answer) => ['DELETE', '/download/cancel', { refId: memberOf(answer, 'ref') }],
];

const DATASET = { tissueType: 'Brain', device: 'TC1000', bitDepth: 16, channels: [], attributes: {} };

/** The kinds of work with which one member once delayed all others. Those that can be done once come last. */
export const WORKS: Readonly<Record<string, BusyWork>> = {
  '1,000 renames in a chain, refused': { atOnce: 4, calls: () => [chain(DEEP_KEYS)] },
  '1,000 renames in a circle': { atOnce: 4, isPausing: true, calls: () => [circle(DEEP_KEYS)] },
  '1,000 sections renumbered': { atOnce: 4, isPausing: true, calls: () => [circle(SECTION_KEYS)] },
  '1,000 deletions and restorations': {
    atOnce: 4,
    calls: (turn) => {
      const keys = SHALLOW_KEYS[turn % SHALLOW_KEYS.length];
      return [
        ['DELETE', '/manage/files', { keys }],
        ['POST', '/manage/files/restore', { keys }],
      ];
    },
  },
  'a project renamed': {
    atOnce: 10,
    calls: (turn) => [
      ['PATCH', `/project/${RENAMED_PROJECT}`, { title: `title ${String(turn)}` }],
      ['GET', '/project'],
    ],
  },
  'URLs of 100 files': { atOnce: 10, calls: () => [['POST', '/manage/files/urls', { keys: DEEP_KEYS.slice(0, 100) }]] },
  'summaries of projects': { atOnce: 10, calls: () => [['GET', '/project/summary']] },
  'files of all projects': { atOnce: 10, calls: () => [['GET', `/manage/files?path=${BUSY}`]] },
  'deleted files': { atOnce: 20, calls: () => [['GET', '/deleted']] },
  'exports of the audit log': { atOnce: 10, calls: () => [['GET', '/audit']] },
  'unfinished uploads': {
    atOnce: 10,
    calls: (turn) => [
      ['POST', '/upload/start', { key: `${BUSY}/${LARGE_PROJECT}/new/${String(turn)}.tif`, totalParts: 1 }],
    ],
  },
  'archives of 94,000 files': {
    atOnce: 4,
    calls: (turn) => archive(turn, { folder: `${BUSY}/${LARGE_PROJECT}/${LARGE_FOLDER}` }),
  },
  'archives of 94,000 chosen files': { atOnce: 4, calls: (turn) => archive(turn, { files: LARGE_KEYS }) },
  '200,000 missing files chosen, refused': {
    atOnce: 4,
    calls: (turn) => archive(turn, { files: MISSING_KEYS }).slice(0, 1),
  },
  'a folder of 94,000 files becomes a dataset, is removed': {
    atOnce: 1,
    isOnce: true,
    calls: () => [
      ['POST', '/dataset', { ...DATASET, projectHash: LARGE_HASH, dataset: LARGE_FOLDER }],
      (answer) => ['DELETE', `/dataset/${String(memberOf(answer, 'datasetHash'))}`, { permanentDelete: true }],
    ],
  },
};
