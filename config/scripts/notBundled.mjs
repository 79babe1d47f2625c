/** Packages of the server with binaries or other files that they read at run time. */
export const NOT_BUNDLED = [
  '@electric-sql/pglite',
  '@fontsource-variable/inter',
  'openseadragon',
  'pg',
  'sharp',
  // Needed only for S3.
  '@aws-sdk/*',
];
