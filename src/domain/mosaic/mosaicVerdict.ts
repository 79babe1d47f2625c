/** What becomes of a field of the form. Of the kinds behind `unchecked` nothing is taken. */
export type MosaicVerdict =
  | { readonly kind: 'taken' }
  /** The form says so already. */
  | { readonly kind: 'same' }
  /** Taken, though the server's list of what is allowed is not there. */
  | { readonly kind: 'unchecked' }
  | MosaicObjection;

/** Why the value of a field is left out. */
export type MosaicObjection =
  | { readonly kind: 'missing' | 'empty' | 'wrongSponsor' | 'notANumber' }
  | {
      readonly kind: 'notAllowed' | 'unknownAttribute';
      /** What was probably meant. */
      readonly nearest: string | undefined;
    }
  /** `rule`: what it has to be, as in “above 0”. */
  | { readonly kind: 'outOfRange'; readonly rule: string }
  /** It can't be what the field holds. `why` is a sentence without its full stop. */
  | { readonly kind: 'unfit'; readonly why: string };

/** A field, or a part of one: a channel's name, an attribute. */
export interface MosaicRow {
  /** As the form calls it. */
  readonly label: string;
  /** What the form says; empty where it says nothing. */
  readonly current: string;
  /** What the mosaic says, or would have the form say; empty where it says nothing. */
  readonly imported: string;
  /** Names under which it was looked for. */
  readonly names: readonly string[];
  /** What the form will say, where nothing is taken and it says nothing yet. */
  readonly standIn?: string;
  readonly verdict: MosaicVerdict;
}

/** Whether something of the row goes into the form. */
export function isKept({ verdict }: MosaicRow): boolean {
  return verdict.kind === 'taken' || verdict.kind === 'same' || verdict.kind === 'unchecked';
}
