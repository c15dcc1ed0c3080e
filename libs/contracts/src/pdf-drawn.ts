/** The parts of pdf.js's internal page state that we read; both sides pin the same version, and tests verify it. */
interface DrawnPage {
  objs: DrawnObjects;
  commonObjs: DrawnObjects;
  _intentStates?: ReadonlyMap<
    unknown,
    { operatorList?: { fnArray: readonly number[]; argsArray: readonly (readonly unknown[] | null)[] } }
  >;
}
interface DrawnObjects {
  has: (id: string) => boolean;
  get: (id: string) => unknown;
}
type Operators = Readonly<Record<'paintImageXObject' | 'paintImageXObjectRepeat' | 'setFont', number>>;

/**
 * True if a picture of a rendered page could not be decoded, or a font not be loaded, e.g. for want of its CMap.
 * pdf.js only warns and reports success, but stores null instead of the picture's data, and an error text instead of
 * the font.
 */
export const lacksParts = (page: unknown, operators: unknown): boolean => {
  const { objs, commonObjs, _intentStates: states } = page as DrawnPage;
  const { paintImageXObject, paintImageXObjectRepeat, setFont } = operators as Operators;
  if (!states) throw new Error('This version of pdf.js keeps what it draws elsewhere.');
  const isMissing = (id: unknown): boolean => {
    if (typeof id !== 'string') return false;
    const kept = id.startsWith('g_') ? commonObjs : objs;
    return kept.has(id) && kept.get(id) === null;
  };
  const isBrokenFont = (id: unknown): boolean =>
    typeof id === 'string' && commonObjs.has(id) && typeof commonObjs.get(id) === 'string';
  return [...states.values()].some(({ operatorList }) =>
    operatorList?.fnArray.some((operator, index) => {
      const [id] = operatorList.argsArray[index] ?? [];
      if (operator === setFont) return isBrokenFont(id);
      return (operator === paintImageXObject || operator === paintImageXObjectRepeat) && isMissing(id);
    }),
  );
};

/** True for an XFA form without standard form fields: only Adobe's programs can show its pages. */
export const isForeignForm = (info: unknown): boolean => {
  const { IsXFAPresent: xfa, IsAcroFormPresent: fields } = info as Record<
    'IsXFAPresent' | 'IsAcroFormPresent',
    boolean
  >;
  return xfa && !fields;
};
