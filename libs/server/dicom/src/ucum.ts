/** UCUM codes of reports: the symbol to read, and the code meanings that say the same. */
const known = new Map<string, readonly [symbol: string, ...meanings: string[]]>(
  Object.entries({
    '1': ['', 'no units', 'unity', '1', 'unit', 'unitless', 'dimensionless'],
    '%': ['%', 'percent'],
    um: ['µm', 'micrometer', 'micrometre', 'micron'],
    mm: ['mm', 'millimeter', 'millimetre'],
    cm: ['cm', 'centimeter', 'centimetre'],
    m: ['m', 'meter', 'metre'],
    mm2: ['mm²', 'square millimeter', 'square millimetre', 'mm^2'],
    cm2: ['cm²', 'square centimeter', 'square centimetre', 'cm^2'],
    m2: ['m²', 'square meter', 'square metre', 'm^2'],
    mm3: ['mm³', 'cubic millimeter', 'cubic millimetre', 'mm^3'],
    cm3: ['cm³', 'cubic centimeter', 'cubic centimetre', 'cm^3'],
    ml: ['ml', 'milliliter', 'millilitre'],
    mL: ['ml', 'milliliter', 'millilitre'],
    l: ['l', 'liter', 'litre'],
    deg: ['°', 'degree', 'degrees of plane angle', 'degrees'],
    "[hnsf'U]": ['HU', 'hounsfield unit', 'hounsfield units'],
    s: ['s', 'second', 'seconds'],
    ms: ['ms', 'millisecond', 'milliseconds'],
    g: ['g', 'gram'],
    kg: ['kg', 'kilogram'],
    'cm/s': ['cm/s', 'centimeter per second', 'centimetre per second', 'centimeter/second'],
    'm/s': ['m/s', 'meter per second', 'metre per second', 'meter/second'],
    'mm[Hg]': ['mmHg', 'millimeter of mercury', 'millimetre of mercury'],
    '{pixels}': ['px', 'pixels', 'pixel'],
  }),
);

/**
 * A unit to read. The code decides; a contradicting meaning is shown with it, because one of the two is wrong.
 * @param scheme the coding scheme, as written
 */
export function unitText({ code, scheme, meaning }: { code: string; scheme: string; meaning: string }): string {
  // Some writers leave out the scheme of "no units".
  const found = scheme === 'UCUM' || (scheme === '' && code === '1') ? known.get(code) : undefined;
  if (!found) return meaning || code;
  const [symbol, ...same] = found;
  const said = meaning.toLowerCase();
  if (['', code.toLowerCase(), symbol.toLowerCase(), ...same].includes(said)) return symbol;
  return symbol === '' ? meaning : `${symbol} (${meaning})`;
}
