// @bundle route
/** An element of a plan's code: it has attributes and children, and no text of its own. */
export interface PlanElement {
  name: string;
  attributes: Record<string, string>;
  children: PlanElement[];
}

/** The text is no well-formed XML of the kind that a plan's code is. */
export class NotWellFormed extends Error {}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const reference = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,6})|#x([\da-f]{1,5}));/gi;

const unescaped = (text: string): string => {
  if (text.replace(reference, '').includes('&')) throw new NotWellFormed('an unknown reference');
  return text.replace(reference, (_, name?: string, decimal?: string, hex?: string) => {
    if (name) return named[name] ?? '';
    const code = decimal ? parseInt(decimal, 10) : parseInt(hex ?? '', 16);
    if (code < 32 || code > 0x10ffff) throw new NotWellFormed('a character that is none');
    return String.fromCodePoint(code);
  });
};

const tag = /\s*<(\/?)([A-Za-z]+)((?:\s+[A-Za-z]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>\s*/y;
const attribute = /([A-Za-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const attributesOf = (text: string): Record<string, string> => {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (Object.hasOwn(attributes, name)) throw new NotWellFormed('an attribute twice');
    attributes[name] = unescaped(double ?? single ?? '').trim();
  }
  return attributes;
};

/**
 * Reads the elements of a plan's code. The browser's own parser is not used: the portals' policy lets no script hand it
 * text, and a plan needs no document types, entities, comments and texts, in which the dangers are.
 * @throws {NotWellFormed}
 */
export const readXml = (text: string): PlanElement => {
  const open: PlanElement[] = [];
  let root: PlanElement | undefined;
  tag.lastIndex = 0;
  while (tag.lastIndex < text.length) {
    const found = tag.exec(text);
    if (!found || (root && open.length === 0)) throw new NotWellFormed('something else than elements');
    const [, closing, name = '', attributes = '', single] = found;
    if (closing) {
      if (attributes.trim() || single || open.pop()?.name !== name) throw new NotWellFormed('a wrong end');
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [] };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    if (!single) open.push(element);
    if (open.length > 8) throw new NotWellFormed('too deep');
  }
  if (!root || open.length > 0) throw new NotWellFormed('no end');
  return root;
};
