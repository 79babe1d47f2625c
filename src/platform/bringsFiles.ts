/** True if what is dragged holds files: text or a link of a page is none of the app's business. */
export function bringsFiles({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
