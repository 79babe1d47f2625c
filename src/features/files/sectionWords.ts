import type { ListQuery } from '@data-manager/domain/listing/listQuery';

/** Returns true if a filter names a single section. */
export function isOneSection([only, ...others]: ListQuery['sections']): boolean {
  return others.length === 0 && only?.first === only?.last;
}
