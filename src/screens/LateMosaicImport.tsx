import { latePart } from '../ui/latePart';

/** The import from a mosaic, whose code comes when a form is opened. */
export const LateMosaicImport = latePart(() => import('./MosaicImport').then((module) => module.MosaicImport));
