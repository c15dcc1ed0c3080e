let apiOrigin = '';

/** Tells where the API is. Empty: the portal's own address answers it too (docs/product.md section 4). */
export function configureApi({ origin = '' }: { origin?: string } = {}): void {
  apiOrigin = origin.replace(/\/$/, '');
}

/** The full address of a path of the API. */
export const addressOf = (path: string): string => apiOrigin + path;

/** Cookies of another origin travel only when asked to. */
export const credentials = (): RequestCredentials =>
  apiOrigin && apiOrigin !== window.location.origin ? 'include' : 'same-origin';
