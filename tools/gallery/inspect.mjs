// Automatic checks of a screen. `inPage` runs in the browser without access to this file.
import { createRequire } from 'node:module';

const { AxeBuilder } = createRequire(import.meta.url)('@axe-core/playwright');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const inPage = ({ target, words }) => {
  const found = [];
  const tell = (element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]');
  const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (beyond > 0) found.push(`scrolls sideways by ${beyond} px`);

  const key = /^[a-z][A-Za-z]*(\.[A-Za-z_]+)+$/;
  const file = /\.(pdf|jpe?g|png|dcm|zip)$/i;
  const said = [...document.querySelectorAll('body *:not(code)')].flatMap((element) => [
    ...[...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ nodeValue }) => nodeValue.trim()),
    ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name)?.trim() ?? ''),
  ]);
  if (words)
    for (const text of new Set(said))
      if ((key.test(text) && !file.test(text)) || /\{\{|\bundefined\b|\bNaN\b|Invalid Date/.test(text))
        found.push(`not words: ${text}`);

  // True if an element cuts its text without scrolling or an ellipsis.
  const cuts = (style) =>
    [style.overflowX, style.overflowY].some((value) => ['hidden', 'clip'].includes(value)) &&
    style.textOverflow !== 'ellipsis' &&
    style.webkitLineClamp === 'none' &&
    style.clipPath === 'none';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement;
    if (
      text.nodeValue.trim() === '' ||
      ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION'].includes(element.tagName) ||
      !shown(element)
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (
        style.clipPath !== 'none' ||
        ['auto', 'scroll'].includes(style.overflowY) ||
        ['auto', 'scroll'].includes(style.overflowX)
      )
        break;
      const edge = around.getBoundingClientRect();
      if (cuts(style) && (box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 4)) {
        found.push(`cut text: "${text.nodeValue.trim().slice(0, 40)}" in ${tell(around)}`);
        break;
      }
    }
  }

  if (target) {
    const pressable =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option]';
    const inSentence = (element) =>
      getComputedStyle(element).display === 'inline' &&
      [...element.parentElement.childNodes].some((node) => node !== element && node.textContent.trim() !== '');
    const belongs = (hit, element) =>
      hit &&
      (element.contains(hit) ||
        hit.contains(element) ||
        [...(element.labels ?? [])].some((label) => label.contains(hit)));
    for (const element of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(pressable))) {
      if (!shown(element) || element.disabled || inSentence(element)) continue;
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      // A label around a control is the touch target.
      const box = (element.closest('label') ?? element).getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hits = (dx, dy) => {
        const hit = document.elementFromPoint(Math.min(Math.max(x + dx, 1), innerWidth - 1), y + dy);
        return belongs(hit, element) && !(hit !== element && hit.contains(element) && !hit.matches('label'));
      };
      if (!hits(0, 0)) continue;
      const reach = (dx, dy) => {
        let far = 0;
        while (far < target && hits(dx * (far + 1), dy * (far + 1))) far += 1;
        return far;
      };
      // The clickable area may be larger than the visible one, and off centre.
      const least = target - 1;
      const [tall, wide] = [
        box.height >= least || reach(0, -1) + reach(0, 1) + 1 >= least,
        box.width >= least || reach(-1, 0) + reach(1, 0) + 1 >= least,
      ];
      if (!tall || !wide) {
        found.push(`target ${Math.round(box.width)} × ${Math.round(box.height)} px: ${tell(element)}`);
      }
    }
    scrollTo(0, 0);
  }
  return found;
};

/** Findings of axe, of measuring and of the keyboard. @param target the least size of what can be pressed, or 0 */
export const inspect = (page, { target = 0, words = true } = {}) => page.evaluate(inPage, { target, words });

/**
 * The violations found by axe: all rules, or only colour rules, because nothing else changes with the colour scheme.
 */
export const axe = async (page, { colour = false } = {}) => {
  const builder = new AxeBuilder({ page });
  const { violations } = await (colour
    ? builder.withRules(['color-contrast', 'link-in-text-block'])
    : builder.withTags(tags)
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? all[0]?.message ?? ''}`),
  );
};
