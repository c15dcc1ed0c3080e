let apiOrigin = '';

/** Sets the API's origin. Empty: the portal's own origin (docs/product.md section 4). */
export function configureApi({ origin = '' }: { origin?: string } = {}): void {
  apiOrigin = origin.replace(/\/$/, '');
}

/** The full URL of an API path. */
export const addressOf = (path: string): string => apiOrigin + path;

/** Cookies are sent to another origin only on request. */
export const credentials = (): RequestCredentials =>
  apiOrigin && apiOrigin !== window.location.origin ? 'include' : 'same-origin';
