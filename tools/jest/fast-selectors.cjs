// jsdom asks its selector engine about every rule of every style sheet for every element whose style is read, and
// queries by role read the style of all elements. Most rules can be ruled out by the last name in their selector.
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');

const { matchesDontThrow } = selectors;

/** The class or tag name that an element must have; null where only the engine knows. */
const needOf = (selector) => {
  const subject = /[^\s>+~]*$/.exec(selector.trim())[0];
  const [, className] = /^[\w-]*\.([\w-]+)/.exec(subject) ?? [];
  if (className) return { className };
  const [, tag] = /^([a-z][\w-]*)/i.exec(subject) ?? [];
  return tag ? { tag: tag.toLowerCase() } : null;
};

const needs = new Map();
/** The properties that an element needs to match one of the selectors in a list; null where only the engine knows. */
const needsOf = (list) => {
  let found = needs.get(list);
  if (found === undefined) {
    // Attributes and arguments only add conditions, and may contain any sign.
    const bare = list
      .replace(/\[[^\]"']*(?:"[^"]*"|'[^']*')?\]/g, ':attribute')
      .replace(/\([^()]*\)/g, '')
      .replace(/\([^()]*\)/g, '');
    const each = /[^ -~]|[\\[\]()"']/.test(bare) ? [null] : bare.split(',').map(needOf);
    found = each.includes(null) ? null : each;
    needs.set(list, found);
  }
  return found;
};

selectors.matchesDontThrow = (element, list) => {
  const any = typeof list === 'string' ? needsOf(list) : null;
  const possible = any?.some(({ className, tag }) =>
    className === undefined ? element._localName.toLowerCase() === tag : element.classList.contains(className),
  );
  return possible === false ? false : matchesDontThrow(element, list);
};
