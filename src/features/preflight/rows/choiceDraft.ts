import type { FileEntry, ImageProblem } from '@data-manager/domain/listing/fileListing';
import type { RowContent } from '@data-manager/domain/preflight/worklist';
import { choiceReducer, EMPTY_CHOICE, isUntouched, type Choice, type ChoiceEvent } from './choice';

/**
 * The files chosen on an upload screen, and the user's decisions about them. Outlives the screen: files that are still being read
 * when the user leaves it are added, too.
 */
export class ChoiceDraft {
  /** What the files contain: each of them is read once. */
  readonly results = new WeakMap<File, ImageProblem | 'complete' | 'notRead'>();
  readonly notes = new WeakMap<File, readonly string[]>();
  /** How the files compare with those on the server, which had these ETags. */
  readonly compared = new WeakMap<File, { readonly etag: string | undefined; readonly content: RowContent }>();
  /** The files on the server that the decisions are about. */
  serverFiles: ReadonlyMap<string, FileEntry> = new Map();
  choice = EMPTY_CHOICE;
  #show: ((choice: Choice) => void) | undefined;

  readonly dispatch = (event: ChoiceEvent): void => {
    this.choice = choiceReducer(this.choice, event);
    this.#show?.(this.choice);
  };

  /** Shows the choice now and after each event, until the returned function is called. */
  showOn(show: (choice: Choice) => void): () => void {
    this.#show = show;
    show(this.choice);
    return () => {
      this.#show = undefined;
      if (isUntouched(this.choice)) this.choice = EMPTY_CHOICE;
    };
  }
}
