/** The contents of an error report. Texts may contain secrets, which are removed when the report is written. */
export interface ErrorReport {
  /** Milliseconds since 1970. */
  readonly when: number;
  readonly version: string;
  readonly browser: string;
  readonly viewport: string;
  readonly isOnline: boolean;
  /** The part of the page that crashed. */
  readonly part: string;
  /** The screen, without names of projects and datasets. */
  readonly route: string;
  readonly error: unknown;
  readonly componentStack: string;
  /** Number of transfers by phase. */
  readonly transfers: Readonly<Record<string, number>>;
  /** The latest actions of the transfers, oldest first. */
  readonly recentActions: readonly RecentAction[];
}

/** An action of the transfers without its payload. */
export interface RecentAction {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: string;
}

/** The method that the recorder adds to the store. */
export interface WithRecentActions {
  /** Returns the latest actions of the transfers, oldest first. */
  readonly recentActions: () => readonly RecentAction[];
}

const MOST_LINES = 30;
const LONGEST_MESSAGE = 1_000;

/** A stack frame in one of the app's own scripts. Only the script's name is useful. */
const OWN_SCRIPT = /\b[a-z]+:\/\/[^\s/]+\/(static\/[\w.-]+\.js(?::\d+){0,2})(?![\w?#])/gi;

/**
 * Returns the report as text that the user can send to support.
 * @param clean removes secrets from a text
 */
export function errorReportText(report: ErrorReport, clean: (text: string) => string): string {
  const { stack } = describeError(report.error);
  const line = (label: string, text: string): string => `${label}: ${clean(text)}`;
  return [
    'Data Manager error report',
    line('When', new Date(report.when).toISOString()),
    line('Version', report.version),
    line('Part', report.part),
    line('Route', report.route),
    line('Browser', report.browser),
    line('Window', `${report.viewport}, ${report.isOnline ? 'online' : 'offline'}`),
    `Error: ${errorHeadline(report.error, clean)}`,
    ...section('Stack', linesOf(stack), clean),
    ...section('Components', linesOf(report.componentStack), clean),
    ...section(
      'Transfers',
      Object.entries(report.transfers).map(([phase, count]) => `${phase}: ${count}`),
      clean,
    ),
    ...section(
      'Lately',
      report.recentActions.map(({ at, type }) => `${new Date(at).toISOString()} ${type}`),
      clean,
    ),
  ].join('\n');
}

/**
 * Describes a thrown value in one line.
 * @param clean removes secrets from a text
 */
export function errorHeadline(error: unknown, clean: (text: string) => string): string {
  const { name, message } = describeError(error);
  // Cleaned before it is cut: half of a secret would not be recognized.
  return clean(`${name}: ${clean(message).slice(0, LONGEST_MESSAGE)}`);
}

/** Reads a thrown value of any type. */
export function describeError(error: unknown): {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
} {
  if (error instanceof Error) {
    const [name, message] = [wordsOf(error.name), wordsOf(error.message)];
    return { name, message, stack: withoutHead(typeof error.stack === 'string' ? error.stack : '', name, message) };
  }
  const isAnswer = typeof error === 'object' && error !== null && 'status' in error;
  return isAnswer
    ? { name: 'Route error', message: `status ${wordsOf(error.status)}`, stack: '' }
    : { name: 'Thrown', message: wordsOf(error), stack: '' };
}

/** Converts a thrown value to one line of text. */
function wordsOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : typeof value;
}

/** Removes the message from the start of a stack, where some browsers repeat it. */
function withoutHead(stack: string, name: string, message: string): string {
  const head = `${name}: ${message}`;
  return stack.startsWith(head) ? stack.slice(head.length) : stack;
}

/** Shortens the app's own scripts in a stack to their names, because cleaning removes whole URLs. */
export function shortenOwnScripts(stack: string): string {
  return stack.replaceAll(OWN_SCRIPT, '$1');
}

function linesOf(text: string): readonly string[] {
  return shortenOwnScripts(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
}

function section(title: string, lines: readonly string[], clean: (text: string) => string): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${clean(line)}`)];
}
