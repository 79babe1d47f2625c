/** A value, or the reason for its absence. Expected errors are returned as results; exceptions are for bugs. */
export type Result<Value, Reason> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Reason };

/** Creates a successful result. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Creates a failed result. */
export function err<Reason>(failure: Reason): { readonly ok: false; readonly failure: Reason } {
  return { ok: false, failure };
}
