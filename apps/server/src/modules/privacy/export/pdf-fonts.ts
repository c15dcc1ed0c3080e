import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type Weight = 'text' | 'strong';

const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const notoOf = (script: string): Record<Weight, string> => {
  const file = (weight: number) => join(folderOf(`@fontsource/noto-sans-${script}`), 'files', `noto-sans-${script}-${script}-${weight}-normal.woff`);
  return { text: file(400), strong: file(700) };
};
// These packages name their entry only.
const embedded = (name: string, regular: string, bold: string): Record<Weight, string> => {
  const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'fonts');
  return { text: join(folder, regular), strong: join(folder, bold) };
};
const nanum = (weight: number): string => join(folderOf('@fontsource/nanum-gothic'), 'files', `nanum-gothic-korean-${weight}-normal.woff`);

/**
 * Fonts by the scripts that they are for, in the order in which they are asked for a letter (docs/decisions/pdf-fonts.md).
 * WOFF2 would be smaller, but pdfkit cannot take single glyphs out of it.
 */
export const fontFiles: readonly (readonly [string, () => Record<Weight, string>])[] = [
  ['latin', () => embedded('@embedpdf/fonts-latin', 'NotoSans-Regular.ttf', 'NotoSans-Bold.ttf')],
  ['arabic', () => embedded('@embedpdf/fonts-arabic', 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf')],
  ['hebrew', () => embedded('@embedpdf/fonts-hebrew', 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf')],
  ['devanagari', () => notoOf('devanagari')],
  ['thai', () => notoOf('thai')],
  ['georgian', () => notoOf('georgian')],
  ['armenian', () => notoOf('armenian')],
  ['ethiopic', () => notoOf('ethiopic')],
  ['tamil', () => notoOf('tamil')],
  ['bengali', () => notoOf('bengali')],
  ['korean', () => ({ text: nanum(400), strong: nanum(700) })],
  ['chinese', () => embedded('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf')],
];
