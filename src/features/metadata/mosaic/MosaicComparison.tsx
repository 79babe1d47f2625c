import { rowWords, shownValue } from '../../../domain/mosaic/mosaicReport';
import { isKept, type MosaicRow } from '../../../domain/mosaic/mosaicVerdict';
import { shownName } from '../../../domain/names/shownName';
import classes from './mosaic.module.css';
import { mosaicDialogWords } from './mosaicDialogWords';

interface MosaicComparisonProps {
  readonly fileName: string;
  readonly rows: readonly MosaicRow[];
}

/** The form and the mosaic side by side, field by field, and what becomes of each when the import is applied. */
export function MosaicComparison({ fileName, rows }: MosaicComparisonProps) {
  return (
    <table className={classes.comparison} aria-label={mosaicDialogWords.formAnd(shownName(fileName))}>
      <thead>
        <tr>
          <th scope="col">{mosaicDialogWords.field}</th>
          <th scope="col">{mosaicDialogWords.inForm}</th>
          <th scope="col">{mosaicDialogWords.inMosaic}</th>
          <th scope="col">{mosaicDialogWords.whatHappens}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} data-kept={isKept(row)} data-verdict={row.verdict.kind}>
            <th scope="row">{shownValue(row.label)}</th>
            <td>{valueWords(row.current)}</td>
            <td>{valueWords(row.imported)}</td>
            <td>{rowWords(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function valueWords(value: string): string {
  return value === '' ? mosaicDialogWords.noValue : shownValue(value);
}
