/** A value or the reason why there is none. Errors that a person may meet travel as values, never as exceptions. */
export type Result<Value, Reason> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Reason };

/** Wraps a value. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Wraps a reason. */
export function err<Reason>(failure: Reason): { readonly ok: false; readonly failure: Reason } {
  return { ok: false, failure };
}
