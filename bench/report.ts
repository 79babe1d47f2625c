/** A row of the table. */
export interface Finding {
  readonly name: string;
  /** Measured value with its unit. */
  readonly measured: string;
  /** Baseline with its unit. */
  readonly against: string;
  /** The value that the target limits. */
  readonly value: string;
  /** The value of each round, from which `--compare` computes the noise. */
  readonly rounds?: readonly number[];
  readonly target: string;
  readonly isMet: boolean;
}

/** Returns the median. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** Formats a number with two decimals. */
export function digits(value: number): string {
  return value.toFixed(2);
}

/** Formats the rows as a Markdown table. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ name, measured, against, value, target, isMet }) => [
    ...[name, measured, against, value, target],
    isMet ? 'ok' : 'not',
  ]);
  const head = ['Case', 'App', 'Baseline', 'Value', 'Target', ''];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
