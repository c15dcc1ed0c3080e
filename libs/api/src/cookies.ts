import type { Tokens } from '@konsil/contracts/accounts';

// Names and meaning: docs/specification.md section 3; flags are docs/security.md SE6. Session-lived: no Max-Age.
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

/** Keeps the tokens of a session, or the new ones after the server rotated them. */
export const keepTokens = ({ CSRF_Token, Authorization }: Tokens): void => {
  write(csrfCookie, CSRF_Token);
  write(tokenCookie, Authorization);
};

/** Forgets the session's tokens. */
export const clearTokens = (): void => {
  for (const name of [csrfCookie, tokenCookie]) write(name, '', '; Max-Age=0');
};

/** True while this browser holds a session's token (which may have ended on the server). */
export const holdsToken = (): boolean => read(tokenCookie) !== '';

/** The headers that authenticate a product call (docs/specification.md section 7); none when signed out. */
export const authHeaders = (): Record<string, string> => {
  const [csrf, token] = [read(csrfCookie), read(tokenCookie)];
  return { ...(csrf && { 'x-csrftoken': csrf }), ...(token && { authorization: `Token ${token}` }) };
};
