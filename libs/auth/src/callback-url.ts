const pagesOfSignIn = /^\/(login|logout|register|error|forgot-password|reset-password)(\/|$)/;

/** The path in this portal for a `callbackUrl`; null for another origin, an invalid URL or a sign-in page. */
export const safeCallback = (callbackUrl: string | null): string | null => {
  if (!callbackUrl) return null;
  try {
    const url = new URL(callbackUrl, window.location.origin);
    // `blob:` URLs share our origin; a path with two leading slashes would be another host.
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

/** The portal's sign-in page, with `path` as callback. */
export const signInPath = (path: string): string =>
  `/login?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: path }).toString()}`;
