/** Everything that an error report says. Texts may still hold secrets: they are cleaned when it is written. */
export interface ErrorReport {
  /** Milliseconds since 1970. */
  readonly when: number;
  readonly version: string;
  readonly browser: string;
  readonly viewport: string;
  readonly isOnline: boolean;
  /** Which part of the page fell over. */
  readonly part: string;
  /** The screen, without names of projects and datasets. */
  readonly route: string;
  readonly error: unknown;
  readonly componentStack: string;
  /** How many transfers there are, by phase. */
  readonly transfers: Readonly<Record<string, number>>;
  /** What the transfers did lately, oldest first. */
  readonly recentActions: readonly RecentAction[];
}

/** An action of the transfers, without what it carried. */
export interface RecentAction {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: string;
}

const MOST_LINES = 30;
const LONGEST_MESSAGE = 1_000;

/** A frame in a script of the app's own, whose address is of no use to others but for its name. */
const OWN_SCRIPT = /\b[a-z]+:\/\/[^\s/]+\/(static\/[\w.-]+\.js(?::\d+){0,2})(?![\w?#])/gi;

/**
 * The report as a text to be copied and sent to support.
 * @param clean takes secrets out of a text
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
 * What was thrown, in one line.
 * @param clean takes secrets out of a text
 */
export function errorHeadline(error: unknown, clean: (text: string) => string): string {
  const { name, message } = describeError(error);
  // Half of a secret would no longer be known as one.
  return clean(`${name}: ${clean(message).slice(0, LONGEST_MESSAGE)}`);
}

/** What is known of something that was thrown, which may be anything. */
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

/** Whatever somebody threw, as a text of one line. */
function wordsOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : typeof value;
}

/** Browsers differ in whether a stack begins with the message, which stands elsewhere already. */
function withoutHead(stack: string, name: string, message: string): string {
  const head = `${name}: ${message}`;
  return stack.startsWith(head) ? stack.slice(head.length) : stack;
}

/** A stack whose frames in the app's own scripts go by the script's name: a cleaner takes addresses out as a whole. */
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
