import type { Tokens } from '@konsil/contracts/accounts';

// Names and meaning: docs/specification.md section 3; flags: docs/security.md SE6. Session cookies: no Max-Age.
const csrfCookie = 'csrftoken';
const tokenCookie = 'authorization';

const read = (name: string): string => {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
};

const write = (name: string, value: string, extra = ''): void => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${extra}`;
};

/** Stores the tokens of a session, also after the server rotated them. */
export const storeTokens = ({ CSRF_Token, Authorization }: Tokens): void => {
  write(csrfCookie, CSRF_Token);
  write(tokenCookie, Authorization);
};

export const clearTokens = (): void => {
  for (const name of [csrfCookie, tokenCookie]) write(name, '', '; Max-Age=0');
};

/** True if this browser holds a session token (which may have expired on the server). */
export const hasToken = (): boolean => read(tokenCookie) !== '';

/** The authentication headers of an API request (docs/specification.md section 7); none when signed out. */
export const authHeaders = (): Record<string, string> => {
  const [csrf, token] = [read(csrfCookie), read(tokenCookie)];
  return { ...(csrf && { 'x-csrftoken': csrf }), ...(token && { authorization: `Token ${token}` }) };
};
