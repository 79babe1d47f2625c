import { shownText } from '../domain/names/shownName';
import classes from './CutText.module.css';

/** Words that are cut off at their own end, left or right, where there is no room; whole under the pointer. */
export function CutText({ children }: { readonly children: string }) {
  const words = shownText(children);
  return (
    <span dir="auto" className={classes.cut} title={words}>
      {words}
    </span>
  );
}
