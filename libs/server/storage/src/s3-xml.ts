const entities: Record<string, string> = { '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const plain = (text: string): string =>
  text.replace(/&(?:quot|apos|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

/** The text of the first element with that name; S3's responses are flat enough to read without a parser. */
export const firstOf = (xml: string, name: string): string =>
  plain(xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1] ?? '');

/** The direct text children of each element with that name. */
export const recordsOf = (xml: string, name: string): Record<string, string>[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) =>
    Object.fromEntries(
      [...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, field = '', text = '']) => [field, plain(text)]),
    ),
  );

/** Iterates over the pages of a listing by continuation token. */
export async function* pagesOf(
  fetchPage: (token: string) => Promise<string>,
  tokenName: string,
): AsyncGenerator<string> {
  for (let token = ''; ; ) {
    const xml = await fetchPage(token);
    yield xml;
    token = firstOf(xml, tokenName);
    if (!token) return;
  }
}
