/**
 * What of a choice is on the screen. Judged rows stand in another order than read ones, those that need attention first,
 * below what is told of all of them: so one takes the other's place at once, and nothing moves that is looked at.
 */
export type ChoiceStage =
  /** Nothing is chosen. */
  | 'empty'
  /** The outline of what is coming. */
  | 'outline'
  /** Rows as they are read, in the order in which they come. */
  | 'reading'
  /** Rows with all that there is to say about them. */
  | 'checked';

interface ChoiceFacts {
  readonly isEmpty: boolean;
  /** Some of what was chosen is read, and more of it is to come. */
  readonly isComing: boolean;
  /** What is on the server is known, or known to be unknown. */
  readonly isListed: boolean;
  /** What is told of the whole is told of these rows. */
  readonly isJudged: boolean;
}

/** The stage that follows. Rows that are checked stay so while a person works on them, until more come that take long to read. */
export function nextStage(stage: ChoiceStage, { isEmpty, isComing, isListed, isJudged }: ChoiceFacts): ChoiceStage {
  if (isEmpty) return 'empty';
  if (isComing) return isListed ? 'reading' : 'outline';
  if (stage === 'checked' || (isListed && isJudged)) return 'checked';
  return stage === 'reading' ? 'reading' : 'outline';
}
