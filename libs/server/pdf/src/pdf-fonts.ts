import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type FontWeight = 'text' | 'strong';

const { resolve } = createRequire(import.meta.url);
/** @param packageFile the `package.json` of a font's package */
const notoOf = (script: string, packageFile: string): Record<FontWeight, string> => {
  const file = (weight: number) =>
    join(dirname(packageFile), 'files', `noto-sans-${script}-${script}-${weight}-normal.woff`);
  return { text: file(400), strong: file(700) };
};
/** @param entry the entry of a font's package: these packages name nothing else */
const embedded = (entry: string, regular: string, bold: string): Record<FontWeight, string> => {
  const folder = join(dirname(entry), '..', 'fonts');
  return { text: join(folder, regular), strong: join(folder, bold) };
};
const nanum = (weight: number): string =>
  join(dirname(resolve('@fontsource/nanum-gothic/package.json')), 'files', `nanum-gothic-korean-${weight}-normal.woff`);

/**
 * Fonts by script, in order of lookup (docs/decisions/pdf-fonts.md). WOFF2 would be smaller, but pdfkit cannot subset
 * it.
 */
export const fontFiles: readonly (readonly [string, () => Record<FontWeight, string>])[] = [
  ['latin', () => embedded(resolve('@embedpdf/fonts-latin'), 'NotoSans-Regular.ttf', 'NotoSans-Bold.ttf')],
  [
    'arabic',
    () => embedded(resolve('@embedpdf/fonts-arabic'), 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'),
  ],
  [
    'hebrew',
    () => embedded(resolve('@embedpdf/fonts-hebrew'), 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'),
  ],
  ['devanagari', () => notoOf('devanagari', resolve('@fontsource/noto-sans-devanagari/package.json'))],
  ['thai', () => notoOf('thai', resolve('@fontsource/noto-sans-thai/package.json'))],
  ['georgian', () => notoOf('georgian', resolve('@fontsource/noto-sans-georgian/package.json'))],
  ['armenian', () => notoOf('armenian', resolve('@fontsource/noto-sans-armenian/package.json'))],
  ['ethiopic', () => notoOf('ethiopic', resolve('@fontsource/noto-sans-ethiopic/package.json'))],
  ['tamil', () => notoOf('tamil', resolve('@fontsource/noto-sans-tamil/package.json'))],
  ['bengali', () => notoOf('bengali', resolve('@fontsource/noto-sans-bengali/package.json'))],
  ['korean', () => ({ text: nanum(400), strong: nanum(700) })],
  ['chinese', () => embedded(resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf')],
];
