/** A value that is sent: read-only, and undefined for a property that JSON leaves out. */
export type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Sent<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never) }
    : Value;
