// Queries by role read the style of every element. For each, jsdom asks its selector engine about every rule of every
// style sheet, and parses every matching value again. Here the last name in a selector rules most rules out, and what
// follows from the same rules is remembered.
const styleRules = require('jsdom/lib/jsdom/living/helpers/style-rules.js');
const { matchesDontThrow } = require('jsdom/lib/jsdom/living/helpers/selectors.js');
const defaultStyleSheet = require('jsdom/lib/jsdom/browser/default-stylesheet.js');
const { getComputedOrUsedColor, getSpecifiedColor } = require('jsdom/lib/jsdom/living/helpers/colors.js');
const { implForWrapper } = require('jsdom/lib/jsdom/living/generated/utils.js');
const { parse } = require('rrweb-cssom');
const { CSSStyleDeclaration } = require('cssstyle');

/** The class or tag name that an element must have; null where only the engine knows. */
const needOf = (selector) => {
  const subject = /[^\s>+~]*$/.exec(selector.trim())[0];
  const [, className] = /^[\w-]*\.([\w-]+)/.exec(subject) ?? [];
  if (className) return `.${className}`;
  const [, tag] = /^([a-z][\w-]*)/i.exec(subject) ?? [];
  return tag ? tag.toLowerCase() : null;
};

const needs = new Map();
/** The names of which an element needs one to match a list of selectors; null where only the engine knows. */
const needsOf = (list) => {
  let found = needs.get(list);
  if (found === undefined) {
    // Attributes and arguments only add conditions, and may contain any sign.
    const bare = list
      .replace(/\[[^\]"']*(?:"[^"]*"|'[^']*')?\]/g, ':attribute')
      .replace(/\([^()]*\)/g, '')
      .replace(/\([^()]*\)/g, '');
    const each = /[^ -~]|[\\[\]()"']/.test(bare) ? [null] : bare.split(',').map(needOf);
    found = each.includes(null) ? null : [...new Set(each)];
    needs.set(list, found);
  }
  return found;
};

/** What is remembered until jsdom forgets the styles of a document, because an element changed. */
const rememberedFor = ({ _ownerDocument: document }) => (document._styleCache ??= new WeakMap());
const own = (element) => {
  const remembered = rememberedFor(element);
  let known = remembered.get(element);
  if (!known) remembered.set(element, (known = { resolved: {} }));
  return known;
};

/** The rules of a sheet as jsdom reads them: those for screens, and those for any medium. */
const rulesOf = (sheet) =>
  Array.from(sheet.cssRules).flatMap((rule) => {
    if (!rule.media) return [rule];
    return Array.from(rule.media).includes('screen') ? Array.from(rule.cssRules) : [];
  });

const indexes = new WeakMap();
/** The rules of a sheet by the names that they need, with their place in it. */
const indexOf = (sheet, remembered) => {
  const known = indexes.get(sheet);
  const { cssRules } = sheet;
  if (known?.rules.length === cssRules.length) {
    if (known.checkedFor === remembered) return known.byName;
    known.checkedFor = remembered;
    if (known.rules.every((rule, at) => rule === cssRules[at])) return known.byName;
  }
  const byName = new Map();
  for (const [at, rule] of rulesOf(sheet).entries()) {
    const { selectorText } = rule;
    for (const name of (typeof selectorText === 'string' ? needsOf(selectorText) : null) ?? [null]) {
      if (!byName.has(name)) byName.set(name, []);
      byName.get(name).push({ at, rule, selectorText });
    }
  }
  indexes.set(sheet, { rules: Array.from(cssRules), checkedFor: remembered, byName });
  return byName;
};

const ofBrowser = parse(defaultStyleSheet);
const matchingRules = (element) => {
  const names = [null, element._localName.toLowerCase()];
  for (const name of (element.getAttributeNS(null, 'class') ?? '').split(/[\t\n\f\r ]+/)) names.push(`.${name}`);
  const remembered = rememberedFor(element);
  return [ofBrowser, ...element._ownerDocument.styleSheets._list].flatMap((sheet) => {
    const index = indexOf(sheet, remembered);
    const possible = new Map(names.flatMap((name) => index.get(name) ?? []).map((one) => [one.at, one]));
    return [...possible.values()]
      .filter(({ selectorText }) => matchesDontThrow(element, selectorText))
      .sort((one, other) => one.at - other.at)
      .map(({ rule }) => rule);
  });
};

const apply = (style, declaration) => {
  for (const property of Array.from(style)) {
    const value = style.getPropertyValue(property);
    if (value === 'unset') declaration.removeProperty(property);
    else declaration.setProperty(property, value, style.getPropertyPriority(property));
  }
};

const declared = { after: new WeakMap() };
/** The declaration that follows from rules, the same one for the same rules. */
const declarationFrom = (rules) => {
  let step = declared;
  for (const rule of rules) {
    let next = step.after.get(rule);
    if (!next) step.after.set(rule, (next = { after: new WeakMap() }));
    step = next;
  }
  if (!step.declaration) {
    step.declaration = new CSSStyleDeclaration();
    for (const { style } of rules) apply(style, step.declaration);
  }
  return step.declaration;
};

styleRules.getDeclarationForElement = (element) => {
  const known = own(element);
  if (known.declaration) return known.declaration;
  const rules = matchingRules(element);
  let declaration;
  if (element.style.length === 0) declaration = declarationFrom(rules);
  else {
    declaration = new CSSStyleDeclaration();
    for (const { style } of [...rules, element]) apply(style, declaration);
  }
  known.declaration = declaration;
  return declaration;
};

const { propertiesWithResolvedValueImplemented: properties } = styleRules;

const resolve = (element, property) => {
  const { initial, inherited, computedValue } = properties[property];
  const isColor = computedValue === 'computed-color';
  const parent = () => element.parentElement;
  const cascaded = styleRules.getDeclarationForElement(element).getPropertyValue(property);
  const inheritedOr = (value) => (parent() === null ? value : resolvedValue(parent(), property));
  const specified = cascaded === '' ? (inherited ? inheritedOr(initial) : initial) : cascaded;
  if (!isColor) return specified;
  const color = cascaded === '' ? specified : getSpecifiedColor(cascaded);
  if (color !== 'currentcolor') return getComputedOrUsedColor(color);
  return property === 'color' ? inheritedOr(initial) : resolvedValue(element, 'color');
};
const resolvedValue = (element, property) => (own(element).resolved[property] ??= resolve(element, property));
styleRules.getResolvedValue = resolvedValue;

const computed = new WeakMap();
/** The computed style that follows from a declaration and resolved values, the same one for the same. Nobody may write to it. */
const computedFrom = (declaration, values) => {
  if (!computed.has(declaration)) computed.set(declaration, new Map());
  const known = computed.get(declaration);
  const key = values.join('\n');
  let style = known.get(key);
  if (!style) {
    style = new CSSStyleDeclaration();
    apply(declaration, style);
    for (const [at, property] of Object.keys(properties).entries()) style.setProperty(property, values[at]);
    style._readonly = true;
    known.set(key, style);
  }
  return style;
};

/** Gives a window the `getComputedStyle` that remembers. */
exports.rememberStyles = (window) => {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element, pseudoElement) => {
    const implementation = pseudoElement ? null : implForWrapper(element);
    if (!implementation) return getComputedStyle(element, pseudoElement);
    const known = own(implementation);
    const values = () => Object.keys(properties).map((property) => resolvedValue(implementation, property));
    return (known.computed ??= computedFrom(styleRules.getDeclarationForElement(implementation), values()));
  };
};
