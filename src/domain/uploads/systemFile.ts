/** Returns true for files that operating systems create in folders, such as `.DS_Store`. */
export function isSystemFile(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  return (
    /^(\.DS_Store|\._.*|\.localized|Thumbs\.db|ehthumbs\.db|desktop\.ini)$/i.test(name) ||
    segments.some((segment) => /^(__MACOSX|\.Spotlight-V100|\.Trashes|\.fseventsd|\$RECYCLE\.BIN)$/i.test(segment))
  );
}
