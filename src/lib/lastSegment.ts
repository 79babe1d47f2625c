/** Returns the last segment of a path or key, the name of a file or folder: `c` for `a/b/c`. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
