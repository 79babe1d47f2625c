import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { forecastFolders, type PlannedDataset, type SectionTotals } from '@data-manager/domain/uploads/uploadForecast';
import { findForeign, isLeftOut, type KeyedRow, type NamedFolders } from './rows';

interface ForecastContext {
  readonly serverFiles: ReadonlyMap<string, FileEntry>;
  readonly datasets: readonly PlannedDataset[];
  readonly totals: SectionTotals;
  readonly folders: NamedFolders;
}

/**
 * Returns how complete the target folders will be. Damaged images that are left out are missing for this reason. Images of another dataset count once the
 * user wants them.
 */
export function forecastUpload(rows: readonly KeyedRow[], { serverFiles, datasets, totals, folders }: ForecastContext) {
  const isDamage = (row: KeyedRow) => row.isLeftOut === true && row.imageProblem !== undefined;
  const isAsked = (row: KeyedRow) => row.isLeftOut === undefined && findForeign(row, folders) !== undefined;
  const planned = rows.filter((row) => isDamage(row) || !(isLeftOut(row, serverFiles) || isAsked(row)));
  return forecastFolders(planned, serverFiles, datasets, totals);
}
