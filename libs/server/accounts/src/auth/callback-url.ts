/** The callback URL is not a URL: the named error of docs/specification.md section 8. */
export class InvalidCallbackUrl extends Error {}

/**
 * The allowed target after sign-in or sign-out (docs/sign-in-protocol.md, docs/security.md SE7). A path stays on
 * `base`; a configured portal is allowed; any other origin becomes `base`.
 * @throws {InvalidCallbackUrl} if it is not a URL.
 */
export const followedCallback = (given: string | undefined, base: string, portals: readonly string[]): string => {
  if (!given) return base;
  const text = given.startsWith('/') ? `${base}${given}` : given;
  if (!URL.canParse(text)) throw new InvalidCallbackUrl();
  const url = new URL(text);
  const kept = [base, ...portals].includes(url.origin) && !url.username && !url.password;
  return kept ? url.href : base;
};
