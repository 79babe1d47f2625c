/**
 * Returns the number of rows that are reserved before the channels of the files are known: those in the metadata, or without
 * any the usual three.
 */
export function reservedChannels(inMetadata = 0): number {
  return inMetadata === 0 ? 3 : inMetadata;
}
