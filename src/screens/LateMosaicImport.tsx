import { Skeleton } from '@mantine/core';
import { latePart } from '../ui/latePart';

/** The import from a mosaic, whose code comes when a form is opened. Its button has its place before. */
export const LateMosaicImport = latePart(
  () => import('./MosaicImport').then((module) => module.MosaicImport),
  <Skeleton height={30} width="11rem" aria-hidden />,
);
