// tools/jest/fast-styles.cjs remembers styles: each test looks before and after a change.

const sheetOf = (text: string): CSSStyleSheet => {
  const style = document.createElement('style');
  style.textContent = text;
  document.head.append(style);
  if (!style.sheet) throw new Error('The style has no sheet.');
  return style.sheet;
};
const element = (className: string, parent: Element = document.body): HTMLElement => {
  const made = document.createElement('p');
  made.className = className;
  parent.append(made);
  return made;
};
const styleOf = (one: Element, property: string): string => getComputedStyle(one).getPropertyValue(property);

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test('the last matching rule of all sheets decides, whatever selects it', () => {
  sheetOf('.a { display: flex; opacity: 0.1 } p { opacity: 0.2 } [class] { opacity: 0.3 } .b .a { opacity: 0.4 }');
  sheetOf('.a, .c { opacity: 0.5 } .c { display: grid } :not(.a) { opacity: 0.6 }');
  const a = element('a');
  expect([styleOf(a, 'display'), styleOf(a, 'opacity')]).toEqual(['flex', '0.5']);
  expect(styleOf(element('other'), 'opacity')).toBe('0.6');
  expect(styleOf(element('a c'), 'display')).toBe('grid');
});

test('the style follows class, inline style and parent', () => {
  sheetOf('.hidden { visibility: hidden; display: none } .red { color: rgb(255, 0, 0) }');
  const parent = element('');
  const child = element('', parent);
  expect([styleOf(child, 'visibility'), styleOf(child, 'display')]).toEqual(['visible', 'block']);
  parent.className = 'hidden red';
  expect([styleOf(child, 'visibility'), styleOf(child, 'display')]).toEqual(['hidden', 'block']);
  expect([styleOf(child, 'color'), styleOf(child, 'border-top-color')]).toEqual(['rgb(255, 0, 0)', 'rgb(255, 0, 0)']);
  expect(styleOf(parent, 'display')).toBe('none');
  child.style.visibility = 'visible';
  expect(styleOf(child, 'visibility')).toBe('visible');
  parent.className = '';
  child.style.visibility = '';
  expect(styleOf(child, 'visibility')).toBe('visible');
});

test('rules that come, go and are replaced are noticed at the next change', () => {
  const sheet = sheetOf('.a { opacity: 0.1 } .z { opacity: 0.9 }');
  const a = element('a');
  expect(styleOf(a, 'opacity')).toBe('0.1');
  sheet.insertRule('.a { opacity: 0.2 }', 1);
  expect(styleOf(element('a'), 'opacity')).toBe('0.2');
  sheet.deleteRule(1);
  sheet.insertRule('.a { opacity: 0.3 }', 1);
  expect(styleOf(element('a'), 'opacity')).toBe('0.3');
  sheet.deleteRule(1);
  element('');
  expect(styleOf(a, 'opacity')).toBe('0.1');
});

test('only rules for screens count, and a computed style cannot be written', () => {
  sheetOf('@media print { .a { opacity: 0.1 } } @media screen { .a { opacity: 0.2 } }');
  const style = getComputedStyle(element('a'));
  expect(style.opacity).toBe('0.2');
  expect(() => style.setProperty('opacity', '1')).toThrow('opacity');
});
