/** `?edit=metadata`: the form of the page's dataset is open. */
const PARAM = 'edit';
const METADATA = 'metadata';

/** Whether the query of an address opens the metadata form. */
export function hasFormOpen(search: string): boolean {
  return new URLSearchParams(search).get(PARAM) === METADATA;
}

/** The same query, with the form. */
export function withFormOpen(search: string): string {
  const params = new URLSearchParams(search);
  params.set(PARAM, METADATA);
  return params.toString();
}

/** The same query, without the form. */
export function withFormClosed(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(PARAM);
  return params.toString();
}
