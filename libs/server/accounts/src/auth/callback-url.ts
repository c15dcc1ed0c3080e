/** The address to go on to cannot be read at all: the named error of docs/specification.md section 8. */
export class InvalidCallbackUrl extends Error {}

/**
 * Where a sign-in or sign-out may lead (docs/sign-in-protocol.md, docs/security.md SE7).
 * A path stays on `base`; a configured portal is kept; any other origin becomes `base`.
 * @throws {InvalidCallbackUrl} when it is no address.
 */
export const followedCallback = (given: string | undefined, base: string, portals: readonly string[]): string => {
  if (!given) return base;
  const text = given.startsWith('/') ? `${base}${given}` : given;
  if (!URL.canParse(text)) throw new InvalidCallbackUrl();
  const url = new URL(text);
  const kept = [base, ...portals].includes(url.origin) && !url.username && !url.password;
  return kept ? url.href : base;
};
