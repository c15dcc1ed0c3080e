// Mail servers use `xn--…` for domains with letters beyond a to z; users write the letters themselves.

/** An address with its domain in ASCII: `müller.example` becomes `xn--mller-kva.example`. */
export const asciiAddress = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || !/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain) || !/\P{ASCII}/u.test(domain)) return email;
  try {
    return `${email.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
};

// The parameters of RFC 3492, section 5.
const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128];
const digitOf = (letter: string): number => 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter);

const adapted = (delta: number, points: number, first: boolean): number => {
  let rest = first ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > ((base - tMin) * tMax) / 2; bias += base) rest = Math.floor(rest / (base - tMin));
  return bias + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
};

/** Decodes a domain label after its `xn--`; null if malformed (RFC 3492, section 6.2). */
const decoded = (part: string): string | null => {
  const hyphen = part.lastIndexOf('-');
  const letters = hyphen > 0 ? [...part.slice(0, hyphen)] : [];
  let [code, at, bias] = [firstCode, 0, firstBias];
  for (let next = hyphen > 0 ? hyphen + 1 : 0; next < part.length; ) {
    const before = at;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = digitOf(part.charAt(next));
      next += 1;
      if (digit < 0 || next > part.length) return null;
      at += digit * weight;
      const limit = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < limit) break;
      weight *= base - limit;
    }
    const points = letters.length + 1;
    bias = adapted(at - before, points, before === 0);
    code += Math.floor(at / points);
    at %= points;
    if (code > 0x10ffff) return null;
    letters.splice(at, 0, String.fromCodePoint(code));
    at += 1;
  }
  return letters.join('');
};

// Latin mixed with another script in one label can imitate another domain.
const mixed = (part: string): boolean => /\p{Script=Latin}/u.test(part) && /(?!\p{Script=Latin})\p{L}/u.test(part);

/**
 * An address with its domain in Unicode: `xn--mller-kva.example` becomes `müller.example`; for display only, never for
 * sending.
 */
export const readableAddress = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 0 || !/(^|\.)xn--/.test(domain)) return email;
  const parts = domain.split('.').map((part) => (part.startsWith('xn--') ? decoded(part.slice(4)) : part));
  if (parts.some((part) => part === null || mixed(part))) return email;
  const shown = `${email.slice(0, at)}@${parts.join('.')}`;
  // Unchanged if typing the result would lead to another domain.
  return asciiAddress(shown).slice(at + 1) === domain ? shown : email;
};
