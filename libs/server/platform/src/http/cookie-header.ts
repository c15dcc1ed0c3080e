/** Parses a `Cookie` header into names and raw values, in order; names may repeat (RFC 6265). */
export const cookiesIn = (header: string | undefined): { name: string; value: string }[] =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => {
      const sign = pair.indexOf('=');
      return { name: pair.slice(0, sign), value: pair.slice(sign + 1) };
    });
