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
type Operators = Readonly<Record<'paintImageXObject' | 'paintImageXObjectRepeat', number>>;

/**
 * Whether a picture of a rendered page could not be decoded. pdf.js only warns and reports success, but stores null
 * instead of the picture's data.
 */
export const lacksPictures = (page: unknown, operators: unknown): boolean => {
  const { objs, commonObjs, _intentStates: states } = page as DrawnPage;
  const { paintImageXObject, paintImageXObjectRepeat } = operators as Operators;
  if (!states) throw new Error('This version of pdf.js keeps what it draws elsewhere.');
  const isMissing = (id: unknown): boolean => {
    if (typeof id !== 'string') return false;
    const kept = id.startsWith('g_') ? commonObjs : objs;
    return kept.has(id) && kept.get(id) === null;
  };
  return [...states.values()].some(({ operatorList }) =>
    operatorList?.fnArray.some(
      (operator, index) =>
        (operator === paintImageXObject || operator === paintImageXObjectRepeat) &&
        isMissing(operatorList.argsArray[index]?.[0]),
    ),
  );
};

/** Whether only Adobe's programs can show a PDF's pages: an XFA form without standard form fields. */
export const isForeignForm = (info: unknown): boolean => {
  const { IsXFAPresent: xfa, IsAcroFormPresent: fields } = info as Record<
    'IsXFAPresent' | 'IsAcroFormPresent',
    boolean
  >;
  return xfa && !fields;
};
