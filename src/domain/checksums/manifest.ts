/** The algorithms of checksum files, and the names of the files. */
export const MANIFEST_NAMES = { md5: 'MD5SUMS', sha256: 'SHA256SUMS' } as const;

export type ManifestAlgorithm = keyof typeof MANIFEST_NAMES;

export const MANIFEST_ALGORITHMS = ['md5', 'sha256'] as const satisfies readonly ManifestAlgorithm[];

/** Returns true for a name that a download gives to its checksum file. */
export function isManifestName(name: string): boolean {
  return /^(?:MD5|SHA256)SUMS(?: \(\d+\))?$/.test(name);
}

/** Returns a line as `md5sum` and `sha256sum` write it. A backslash before the line says that its path is escaped. */
export function manifestLine(digest: string, path: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${digest}  ${escaped}\n`;
}
