/** One function for each member of a union that `Tag` discriminates. */
type Cases<Tag extends string, Item extends Readonly<Record<Tag, string>>, Result> = {
  readonly [Name in Item[Tag]]: (item: Extract<Item, Readonly<Record<Tag, Name>>>) => Result;
};

function matchBy<Tag extends string>(tag: Tag) {
  return <Item extends Readonly<Record<Tag, string>>, Result>(item: Item, cases: Cases<Tag, Item, Result>): Result => {
    const matching: (item: never) => Result = cases[item[tag]];
    return matching(item as never);
  };
}

/** Returns the result of the function for the phase of an item. There is one for each phase, or the code doesn't compile. */
export const matchPhase = matchBy('phase');

/** Returns the result of the function for the kind of an item. */
export const matchKind = matchBy('kind');
