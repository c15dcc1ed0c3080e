const pagesOfSignIn = /^\/(login|logout|register|error|forgot-password|reset-password)(\/|$)/;

/**
 * The path that a `callbackUrl` leads to within this portal; null for another origin, an unparsable one or a page of
 * the sign-in itself.
 */
export const safeCallback = (callbackUrl: string | null): string | null => {
  if (!callbackUrl) return null;
  try {
    const url = new URL(callbackUrl, window.location.origin);
    // `blob:` has our origin too; a path that begins with two slashes would be another host when it is followed.
    const foreign =
      url.origin !== window.location.origin ||
      url.protocol !== window.location.protocol ||
      url.pathname.startsWith('//');
    if (foreign || pagesOfSignIn.test(url.pathname)) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
};

/** The portal's own sign-in page, with the way back to `path`. */
export const signInPath = (path: string): string =>
  `/login?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: path }).toString()}`;
