// @bundle route
import { inertDocument } from './inert-document.ts';

const fhir = 'http://hl7.org/fhir';
const xhtml = 'http://www.w3.org/1999/xhtml';
// A summary of a long life has some thousand elements; their tree takes far more memory than the text.
const mostCharacters = 4 * 1024 * 1024;
const mostTags = 100_000;
const deepest = 60;

/** Elements that are lists in FHIR's JSON also with one entry, among those that summaries are read for. */
const lists = new Set(['entry', 'section', 'coding', 'name', 'given', 'dosage']);
/** Elements that contain a whole resource, whose type is the name of the element inside. */
const holders = new Set(['resource', 'contained']);

/**
 * A document type could declare entities, which grow or fetch others. FHIR allows none, and UTF-8 only
 * (R4, "XML Representation of Resources").
 */
const isRefused = (text: string): boolean =>
  text.length > mostCharacters ||
  /<!(?!--|\[CDATA\[)/.test(text) ||
  /^<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-8["'])/i.test(text) ||
  text.split('<').length > mostTags;

const isTooDeep = (root: Element): boolean => {
  let level: Element[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((element) => [...element.children]);
  }
  return false;
};

const childrenOf = (element: Element): Element[] =>
  [...element.children].filter(({ namespaceURI }) => namespaceURI === fhir || namespaceURI === xhtml);

const resourceOf = (element: Element): Record<string, unknown> => ({
  ...fieldsOf(element),
  resourceType: element.localName,
});
const valueOf = (element: Element): unknown => {
  if (element.namespaceURI === xhtml) return new XMLSerializer().serializeToString(element);
  const value = element.getAttribute('value');
  if (value !== null) return value;
  const [inner] = childrenOf(element);
  return inner && holders.has(element.localName) ? resourceOf(inner) : fieldsOf(element);
};
const fieldsOf = (element: Element): Record<string, unknown> => {
  const fields = new Map<string, unknown[]>();
  for (const child of childrenOf(element)) {
    const values = fields.get(child.localName) ?? [];
    values.push(valueOf(child));
    fields.set(child.localName, values);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, lists.has(name) || values.length > 1 ? values : values[0]]),
  );
};

/**
 * Reads a FHIR resource in XML into the shape of its JSON, as far as summaries are read: all values are text. Null for
 * anything else. The browser's parser loads nothing, and is given no document type.
 */
export const readFhirXml = (text: string): unknown => {
  if (isRefused(text)) return null;
  const { documentElement: root } = inertDocument(text, 'application/xml');
  const isFhir = root.namespaceURI === fhir && root.getElementsByTagName('parsererror').length === 0;
  return isFhir && !isTooDeep(root) ? resourceOf(root) : null;
};
