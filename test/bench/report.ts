/** One line of the table. */
export interface Finding {
  readonly name: string;
  /** What was measured, in words. */
  readonly measured: string;
  /** What it is measured against, in words. */
  readonly against: string;
  /** The number that the target is about. */
  readonly value: string;
  readonly target: string;
  readonly isMet: boolean;
}

/** The middle one; of an even number the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** Two digits behind the point. */
export function digits(value: number): string {
  return value.toFixed(2);
}

/** A table in Markdown. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ name, measured, against, value, target, isMet }) => [
    ...[name, measured, against, value, target],
    isMet ? 'ok' : 'not',
  ]);
  const head = ['Case', 'App', 'Baseline', 'Value', 'Target', ''];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
