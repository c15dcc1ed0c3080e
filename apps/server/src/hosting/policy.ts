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
 * The portals' policy (docs/security.md, design a). The nonce is for styles only: somebody who reads it cannot run a
 * script with it.
 * @param apiOrigins other origins that the portal calls; none when its own address answers the API
 * @param scripts hashes of the inline scripts in the built pages
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
      // (libs/documents-upload), the service worker, the formatter worker (libs/account), and the code of a medication
      // plan (apps/patient-portal). And the text of a patient summary, read from a document that runs nothing.
      'trusted-types': [
        'konsil-pdf',
        'konsil-heic',
        'konsil-gather',
        'konsil-pages',
        'konsil-incoming',
        'konsil-offline',
        'konsil-plan',
        'konsil-summary',
      ],
    });

/** The script of the worker that finds the code of a medication plan (docs/decisions/medication-plan.md). */
export const isDecoder = (path: string): boolean => /^\/assets\/plan-code\.worker-[\w-]+\.js$/.test(path);
/**
 * The policy of that worker, which a browser applies to it instead of the page's: the only place of a portal where
 * WebAssembly runs. It fetches its decoder and nothing else, and no script can be added to it.
 */
export const decoderPolicy = join({
  'default-src': [none],
  'script-src': ["'wasm-unsafe-eval'"],
  'connect-src': [self],
  'base-uri': [none],
  'form-action': [none],
  'frame-ancestors': [none],
});

/** The policy of embedded files: they run under the page's policy, and can do nothing when opened directly. */
export const partPolicy = join({
  'default-src': [none],
  'base-uri': [none],
  'form-action': [none],
  'frame-ancestors': [none],
});

/**
 * The viewer's policy (docs/imaging.md): its decoders are WebAssembly, and its imaging library writes styles of its
 * own.
 * @param scripts hashes of the inline scripts in the built page
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
