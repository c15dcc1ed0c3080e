const fhir = 'http://hl7.org/fhir';
const xhtml = 'http://www.w3.org/1999/xhtml';
// A summary of a long life has some thousand elements, a bundle of 200 documents fewer.
const mostTags = 100_000;
const deepest = 60;

/** Elements that are lists in FHIR's JSON also with one entry, among those that are read here. */
const lists = new Set(['entry', 'section', 'coding', 'name', 'given', 'dosage', 'content']);
/** Elements that contain a whole resource, whose type is the name of the element inside. */
const holders = new Set(['resource', 'contained']);

/** The text is no XML that is read here. */
class Refused extends Error {}

type Fields = Record<string, unknown>;
/** Namespaces by prefix, below those of the element around; the default one has the empty prefix. */
type Scope = Record<string, string>;
interface Open {
  /** As it is written, with its prefix. */
  tag: string;
  name: string;
  namespace: string;
  scope: Scope;
  value: string | undefined;
  children: [name: string, value: unknown][];
  /** The first element inside, as a resource. */
  resource: Fields | undefined;
  start: number;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const reference = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g;
const noReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;
/** Characters that XML 1.0 does not allow; halves of surrogate pairs cannot come from UTF-8. */
const noCharacter = /[^\t\n\r -\uFFFD]/;
const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Without a document type there are no other entities than these five. */
const unescaped = (text: string): string => {
  if (!text.includes('&')) return text;
  if (noReference.test(text)) throw new Refused();
  return text.replace(reference, (_, name?: string, decimal?: string, hex?: string) => {
    if (name) return named[name] ?? '';
    const code = decimal ? parseInt(decimal, 10) : parseInt(hex ?? '', 16);
    if (code > 0x10ffff || isHalf(code)) throw new Refused();
    const character = String.fromCodePoint(code);
    if (noCharacter.test(character)) throw new Refused();
    return character;
  });
};

const nameRule = String.raw`(?:[\p{L}_][\p{L}\p{N}._-]*:)?[\p{L}_][\p{L}\p{N}._-]*`;
const openingTag = new RegExp(`<(${nameRule})`, 'uy');
const closingTag = new RegExp(String.raw`</(${nameRule})\s*>`, 'uy');
const attributeName = new RegExp(String.raw`\s+(${nameRule})\s*=\s*(["'])`, 'uy');
const tagEnd = /\s*(\/?)>/y;
const declaration = /^<\?xml\s+version\s*=\s*["']1\.[01]["'](?:\s+encoding\s*=\s*["']([\w.-]+)["'])?[^<>]*\?>/;

const matchAt = (rule: RegExp, text: string, at: number): RegExpExecArray | null => {
  rule.lastIndex = at;
  return rule.exec(text);
};
/** The place after the next `end`. */
const after = (text: string, end: string, at: number): number => {
  const found = text.indexOf(end, at);
  if (found < 0) throw new Refused();
  return found + end.length;
};
const splitName = (tag: string): [prefix: string, name: string] => {
  const colon = tag.indexOf(':');
  return [tag.slice(0, Math.max(colon, 0)), tag.slice(colon + 1)];
};

/** The attributes of the tag whose name ends at `at`, and the place of its end. */
const attributesFrom = (text: string, at: number): { attributes: Map<string, string>; end: number } => {
  const attributes = new Map<string, string>();
  for (;;) {
    const found = matchAt(attributeName, text, at);
    if (!found) return { attributes, end: at };
    const [whole, name = '', quote = ''] = found;
    const start = at + whole.length;
    const end = after(text, quote, start);
    const value = text.slice(start, end - 1);
    if (attributes.has(name) || value.includes('<')) throw new Refused();
    // Only a reference keeps a line break (XML 1.0, 3.3.3).
    attributes.set(name, unescaped(value.replace(/\r\n|[\t\n\r]/g, ' ')));
    at = end;
  }
};

const fieldsOf = ({ children }: Open): Fields => {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of children) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, lists.has(name) || values.length > 1 ? values : values[0]]),
  );
};

const noScope = Object.create(null) as Scope;
const scopeIn = (outer: Scope, attributes: Map<string, string>): Scope => {
  const declared = [...attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declared.length === 0) return outer;
  const scope = Object.create(outer) as Scope;
  for (const [name, uri] of declared) scope[name.slice('xmlns:'.length)] = uri;
  return scope;
};

const opened = (tag: string, attributes: Map<string, string>, outer: Scope, start: number): Open => {
  const scope = scopeIn(outer, attributes);
  const [prefix, name] = splitName(tag);
  for (const attribute of attributes.keys()) {
    const [space] = splitName(attribute);
    if (space && space !== 'xmlns' && space !== 'xml' && !(space in scope)) throw new Refused();
  }
  if (prefix && !(prefix in scope)) throw new Refused();
  const namespace = scope[prefix] ?? '';
  const url = attributes.get('url');
  const children: Open['children'] = url === undefined ? [] : [['url', url]];
  return { tag, name, namespace, scope, value: attributes.get('value'), children, resource: undefined, start };
};

const read = (text: string): Fields => {
  if (noCharacter.test(text)) throw new Refused();
  const [prolog, encoding = 'utf-8'] = declaration.exec(text) ?? [''];
  if (encoding.toLowerCase() !== 'utf-8') throw new Refused();
  const open: Open[] = [];
  let root: Fields | undefined;
  const close = (element: Open, end: number) => {
    const parent = open.at(-1);
    const isFhir = element.namespace === fhir;
    const fields = isFhir ? fieldsOf(element) : {};
    if (!parent) {
      if (!isFhir) throw new Refused();
      root = { ...fields, resourceType: element.name };
      return;
    }
    // Narrative stays text, and is read elsewhere; elements of other namespaces are no fields.
    if (!isFhir && element.namespace !== xhtml) return;
    if (parent.namespace === xhtml) return;
    if (isFhir) parent.resource ??= { ...fields, resourceType: element.name };
    const inner = holders.has(element.name) ? element.resource : undefined;
    const value = isFhir ? (element.value ?? inner ?? fields) : text.slice(element.start, end);
    parent.children.push([element.name, value]);
    // Extensions of a value, such as its translations, are beside it, as in JSON.
    if (isFhir && element.value !== undefined && element.children.length > 0)
      parent.children.push([`_${element.name}`, fields]);
  };
  let tags = 0;
  for (let at = prolog.length; at < text.length; ) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? text.length : next);
    if (open.length === 0 ? between.trim() !== '' : between.includes(']]>')) throw new Refused();
    unescaped(between);
    if (next < 0) break;
    at = next;
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + '<!--'.length);
    else if (text.startsWith('<![CDATA[', at) && open.length > 0) at = after(text, ']]>', at);
    // Instructions, e.g. for a style sheet, are not followed.
    else if (text.startsWith('<?', at) && !/^<\?xml\s/i.test(text.slice(at, at + 6))) at = after(text, '?>', at);
    else if (text.startsWith('</', at)) {
      const found = matchAt(closingTag, text, at);
      const element = open.pop();
      if (!found || !element || found[1] !== element.tag) throw new Refused();
      at += found[0].length;
      close(element, at);
    } else {
      // A document type ends here, too: it could declare entities, which grow or fetch others.
      const found = matchAt(openingTag, text, at);
      tags += 1;
      if (!found || root || tags > mostTags || open.length >= deepest) throw new Refused();
      const [whole, tag = ''] = found;
      const { attributes, end } = attributesFrom(text, at + whole.length);
      const ending = matchAt(tagEnd, text, end);
      if (!ending) throw new Refused();
      const element = opened(tag, attributes, open.at(-1)?.scope ?? noScope, at);
      at = end + ending[0].length;
      if (ending[1]) close(element, at);
      else open.push(element);
    }
  }
  if (!root || open.length > 0) throw new Refused();
  return root;
};

/**
 * Reads a FHIR resource in XML into the shape of its JSON, as far as it is read here: all values are text. Null for
 * anything else. Not the browser's own parser: a worker has none, and FHIR needs no document types and entities, in
 * which the dangers are (R4, "XML Representation of Resources").
 */
export const readFhirXml = (text: string, mostCharacters: number): unknown => {
  if (text.length > mostCharacters) return null;
  try {
    return read(text.replace(/^\uFEFF/, ''));
  } catch (failure) {
    if (failure instanceof Refused) return null;
    throw failure;
  }
};
