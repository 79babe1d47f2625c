import { Type } from '@sinclair/typebox';

/** Returns the schema of one of some texts, whose type is that of the list. */
export function oneOf<const Text extends string>(texts: readonly Text[]) {
  return Type.Union(texts.map((text) => Type.Literal(text)));
}
