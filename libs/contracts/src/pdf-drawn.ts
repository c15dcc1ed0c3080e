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
type Operators = Readonly<
  Record<
    | 'constructPath'
    | 'endPath'
    | 'paintFormXObjectBegin'
    | 'paintFormXObjectEnd'
    | 'paintImageXObject'
    | 'paintImageXObjectRepeat'
    | 'restore'
    | 'save'
    | 'setFont'
    | 'transform',
    number
  >
>;

/**
 * True if a picture of a rendered page could not be decoded, or a font not be loaded, e.g. for want of its CMap.
 * pdf.js only warns and reports success, but stores null instead of the picture's data, and an error text instead of
 * the font.
 */
const lacksParts = (page: unknown, operators: unknown): boolean => {
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

const isPainting = /^(?:show|paint(?!FormXObject)|fill$|stroke$|eoFill|closeStroke$|closeFill|closeEO|shadingFill|raw)/;

/**
 * True if a group of a rendered page paints nothing. pdf.js leaves out a mask that cannot be decoded and a picture that
 * is missing, without a trace but the empty group around it.
 */
const mayLackPictures = (page: unknown, operators: unknown): boolean => {
  const { constructPath, endPath, paintFormXObjectBegin, paintFormXObjectEnd, restore, save, transform } =
    operators as Operators;
  const begins = new Set([save, transform, paintFormXObjectBegin]);
  const ends = new Set([restore, paintFormXObjectEnd]);
  const paints = new Set(
    Object.entries(operators as Operators)
      .filter(([name]) => isPainting.test(name))
      .map(([, operator]) => operator),
  );
  return [...((page as DrawnPage)._intentStates?.values() ?? [])].some(({ operatorList }) => {
    if (!operatorList) return false;
    let isEmpty = true;
    for (const [index, operator] of operatorList.fnArray.entries()) {
      const isShape = operator === constructPath && operatorList.argsArray[index]?.[0] !== endPath;
      if (ends.has(operator) && isEmpty) return true;
      if (begins.has(operator)) isEmpty = true;
      else if (ends.has(operator) || isShape || paints.has(operator)) isEmpty = false;
    }
    return isEmpty;
  });
};

interface ListedPage {
  pageNumber: number;
  getOperatorList: () => Promise<{ fnArray: readonly number[] }>;
}
/** Opens the same file once more with `stopAtErrors`, for as long as the given work takes. */
export type ReopenStrictly = (
  work: (pdf: { getPage: (number: number) => Promise<ListedPage> }) => Promise<boolean>,
) => Promise<boolean>;

/**
 * True if a rendered page shows all its parts. pdf.js reports success also without them. Only a page that may lack
 * pictures is read again: with `stopAtErrors`, its list of operators ends at what is otherwise left out.
 */
export const isDrawnWhole = async (
  page: ListedPage,
  operators: unknown,
  reopenStrictly: ReopenStrictly,
): Promise<boolean> => {
  if (lacksParts(page, operators)) return false;
  if (!mayLackPictures(page, operators)) return true;
  const drawn = await page.getOperatorList();
  return reopenStrictly(async (pdf) => {
    const strict = await (await pdf.getPage(page.pageNumber)).getOperatorList();
    return strict.fnArray.length >= drawn.fnArray.length;
  }).catch(() => false);
};

/** True for an XFA form without standard form fields: only Adobe's programs can show its pages. */
export const isForeignForm = (info: unknown): boolean => {
  const { IsXFAPresent: xfa, IsAcroFormPresent: fields } = info as Record<
    'IsXFAPresent' | 'IsAcroFormPresent',
    boolean
  >;
  return xfa && !fields;
};
