/** Returns the path of a file of a sealed dataset in the layout of a bag, which wants files in `data`. */
export function bagPath(path: string): string {
  return `data/${path}`;
}

/** Does the same without percent signs: manifests of bags escape them, which `sha256sum -c` does not undo. */
export function payloadPath(path: string): string {
  return bagPath(path).replaceAll('%', '_');
}
