/** Where the app's page sends requests, besides its own origin. Absolute http(s) addresses. */
export interface AppAddresses {
  readonly apiUrl: string;
  readonly imagePreviewUrl: string;
  /** Where parts are put and archives are fetched, if not at the API. */
  readonly storageUrls?: readonly string[];
}

/** Features of the browser that the app asks for; all others are off for it and for whatever it opens in a frame. */
const USED_FEATURES = ['clipboard-write', 'fullscreen', 'screen-wake-lock'];
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** `Permissions-Policy` of pages: `allowed` features for the page itself, the others for nobody. */
export function permissionsPolicy(allowed: readonly string[] = []): string {
  return [...USED_FEATURES, ...UNUSED_FEATURES]
    .map((feature) => `${feature}=(${allowed.includes(feature) ? 'self' : ''})`)
    .join(', ');
}

function originsOf(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))].sort();
}

/**
 * The Content-Security-Policy of the app. What is not named is forbidden, so markup that gets into the page can neither
 * run nor load nor send anything:
 *
 * - scripts and workers come from files of the build; WebAssembly hashes parts;
 * - style elements may be inline, because Mantine, notistack and react-remove-scroll write their own at run time and
 *   static files can't carry a nonce; style attributes in markup may not;
 * - pictures are fetched and shown as blobs, so no foreign address of an image is ever loaded;
 * - archives are opened in a hidden frame, hence the origins of API and storage in `frame-src`.
 */
function contentSecurityPolicy({ apiUrl, imagePreviewUrl, storageUrls = [] }: AppAddresses): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'style-src-elem': ["'self'", "'unsafe-inline'"],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...originsOf([apiUrl, imagePreviewUrl, ...storageUrls])],
    'frame-src': originsOf([apiUrl, ...storageUrls]),
    'frame-ancestors': ["'none'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Every security header of the app's files, scripts and workers included: a worker obeys its own answer's policy. */
export function appSecurityHeaders(addresses: AppAddresses): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(addresses),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy(USED_FEATURES),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
