/** A content security policy for one answer, with the nonce that its style elements carry. */
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
      // The script addresses that are made by code: the workers that read PDFs (libs/documents), HEIC photos
      // and folders and make pages one document (libs/documents-upload), the one that answers without a connection and the one that makes formatters early (libs/account).
      'trusted-types': [
        'konsil-pdf',
        'konsil-heic',
        'konsil-gather',
        'konsil-pages',
        'konsil-offline',
        'konsil-formats',
      ],
    });

/** The policy of a file that a page takes in: it comes under the page's own, and may do nothing if it is opened as a page. */
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
