/** Absolute http(s) URLs that the app sends requests to, besides its own origin. */
export interface AppAddresses {
  readonly apiUrl: string;
  readonly imagePreviewUrl: string;
  /** URLs that parts are uploaded to and archives downloaded from, if not the API's. */
  readonly storageUrls?: readonly string[];
}

/** Browser features that the app uses. All others are disabled for the app and its frames. */
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

/**
 * Returns the `Permissions-Policy` of pages: the page itself may use the `allowed` features, and all others are
 * disabled.
 */
export function permissionsPolicy(allowed: readonly string[]): string {
  return [...USED_FEATURES, ...UNUSED_FEATURES]
    .map((feature) => `${feature}=(${allowed.includes(feature) ? 'self' : ''})`)
    .join(', ');
}

function originsOf(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))].sort();
}

/**
 * Returns the Content-Security-Policy of the app. Anything not listed is forbidden, so injected markup can't run
 * scripts, load resources or send data:
 *
 * - scripts and workers come from files of the build; WebAssembly hashes parts;
 * - style elements may be inline, because Mantine, notistack and react-remove-scroll write their own at run time and
 * static files can't carry a nonce; style attributes in markup may not;
 * - images are fetched and shown as blobs, so an `<img>` element never loads a remote URL;
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

/**
 * Returns every security header for the app's files. Scripts of workers need them, too: a worker obeys the policy of
 * its own response.
 */
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
