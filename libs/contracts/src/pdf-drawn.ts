/** What pdf.js keeps of a page that it has drawn; both sides pin the same version of it, and tests hold it to this. */
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
 * Whether a picture of a drawn page could not be decoded. pdf.js leaves it out with a warning and takes the page as drawn;
 * then it holds null in the place of the picture's pixels.
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

/** Whether only the programs of its maker can show a PDF's pages: a form in XFA without the fields that every program knows. */
export const isForeignForm = (info: unknown): boolean => {
  const { IsXFAPresent: xfa, IsAcroFormPresent: fields } = info as Record<
    'IsXFAPresent' | 'IsAcroFormPresent',
    boolean
  >;
  return xfa && !fields;
};
