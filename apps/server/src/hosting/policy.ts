/** A content security policy for one response, with the nonce of its style elements. */
export type Policy = (nonce: string) => string;

const join = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

const self = "'self'";
const none = "'none'";
const hashed = (scripts: readonly string[]) => scripts.map((hash) => `'${hash}'`);

/**
 * The portals' policy (docs/security.md, design a). The nonce is for styles only: whoever reads it cannot run a script with it.
 * @param apiOrigins other origins that the portal calls; none when its own address answers the API
 * @param scripts hashes of the scripts that stand in the built pages themselves
 */
export const portalPolicy =
  (apiOrigins: readonly string[], scripts: readonly string[]): Policy =>
  (nonce) =>
    join({
      'default-src': [none],
      'script-src': [self, ...hashed(scripts)],
      'style-src': [self, `'nonce-${nonce}'`],
      'style-src-attr': [none],
      'img-src': [self, 'blob:', 'data:', ...apiOrigins],
      'font-src': [self],
      'connect-src': [self, ...apiOrigins],
      'manifest-src': [self],
      'worker-src': [self],
      'object-src': [none],
      'base-uri': [none],
      'form-action': [self, ...apiOrigins],
      'frame-ancestors': [none],
      'require-trusted-types-for': ["'script'"],
      // Workers created by code: for PDFs (libs/documents), for HEIC photos, folders and combined pages
      // (libs/documents-upload), the service worker, and the formatter worker (libs/account).
      'trusted-types': [
        'konsil-pdf',
        'konsil-heic',
        'konsil-gather',
        'konsil-pages',
        'konsil-offline',
        'konsil-formats',
      ],
    });

/** The policy of embedded files: they run under the page's policy, and can do nothing when opened directly. */
export const partPolicy = join({
  'default-src': [none],
  'base-uri': [none],
  'form-action': [none],
  'frame-ancestors': [none],
});

/**
 * The viewer's policy (docs/imaging.md): its decoders are WebAssembly, and its imaging library writes styles of its own.
 * @param scripts hashes of the scripts that stand in the built page itself
 */
export const viewerPolicy =
  (scripts: readonly string[]): Policy =>
  () =>
    join({
      'default-src': [none],
      'script-src': [self, "'wasm-unsafe-eval'", ...hashed(scripts)],
      'worker-src': [self, 'blob:'],
      'style-src': [self, "'unsafe-inline'"],
      'img-src': [self, 'data:', 'blob:'],
      'connect-src': [self, 'data:', 'blob:'],
      'font-src': [self],
      'manifest-src': [self],
      'object-src': [none],
      'base-uri': [none],
      'form-action': [none],
      'frame-ancestors': [none],
    });
