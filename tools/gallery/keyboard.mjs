// Tabs through a page: every focus must be visible and uncovered.
const stop = () => {
  const element = /** @type {HTMLInputElement} */ (document.activeElement);
  if (!element || element === document.body) return null;
  const tell = element.outerHTML.replace(/\s+/g, ' ').slice(0, 120);
  const box = element.getBoundingClientRect();
  const ringOf = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  // The focus ring of a hidden control may be drawn by another element.
  const drawers = [
    element,
    ...(element.labels ?? []),
    element.parentElement,
    element.parentElement?.parentElement,
    ...[...(element.labels ?? [])].flatMap((label) => [...label.querySelectorAll('*')]),
    element.nextElementSibling,
  ].filter(Boolean);
  const around = getComputedStyle(element, '::after');
  const visible = drawers.some(ringOf) || (around.outlineStyle !== 'none' && parseFloat(around.outlineWidth) >= 2);
  const small = box.width < 3 || box.height < 3;
  const points = [
    [0.5, 0.5],
    [0.1, 0.2],
    [0.9, 0.8],
  ]
    .map(([x, y]) => [box.left + box.width * x, box.top + box.height * y])
    .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
  const over = points
    .map(([x, y]) => document.elementFromPoint(x, y))
    .filter(
      (hit) =>
        hit &&
        !element.contains(hit) &&
        !hit.contains(element) &&
        ![...(element.labels ?? [])].some((label) => label.contains(hit)),
    );
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return {
    tell,
    visible,
    covered: !small && (!inside || (points.length > 0 && over.length === points.length)),
    under: over[0]?.outerHTML.slice(0, 80),
  };
};

/** Presses Tab through the page once. @returns the stops whose focus is invisible or covered */
export const tabThrough = async (page) => {
  const findings = [];
  await page.evaluate(() => {
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    scrollTo(0, 0);
    getSelection()?.removeAllRanges();
  });
  const seen = new Set();
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(stop);
    if (!here) break;
    const id = await page.evaluate(() => {
      const element = /** @type {HTMLElement} */ (document.activeElement);
      element.dataset.galleryStop ??= String(Math.random());
      return element.dataset.galleryStop;
    });
    if (seen.has(id)) break;
    seen.add(id);
    if (!here.visible) findings.push(`no visible focus: ${here.tell}`);
    if (here.covered)
      findings.push(`focus covered${here.under ? ` by ${here.under}` : ' (out of sight)'}: ${here.tell}`);
  }
  return findings;
};
