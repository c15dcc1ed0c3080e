/// <reference types="vite/client" />
import latin from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url';
import latinExtended from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2?url';

interface FontFile {
  url: string;
  unicodeRange: string;
}

/** The two files of the typeface. The second one is fetched only for names that need it. */
const fontFiles: FontFile[] = [
  {
    url: latin,
    unicodeRange:
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  },
  {
    url: latinExtended,
    unicodeRange:
      'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  },
];

/**
 * The style element with the font faces. It is separate because Chromium recreates all font faces and lays out the page
 * again whenever a rule is added to a style element that has some, and styles are added with every new page.
 */
export const typeface = {
  mark: 'data-typeface',
  rules: fontFiles
    .map(
      ({ url, unicodeRange }) =>
        `@font-face{font-family:'Source Sans 3 Variable';src:url('${url}') format('woff2');font-weight:200 900;font-display:swap;unicode-range:${unicodeRange}}`,
    )
    .join(''),
};

/** Adds the typeface to the page, unless the page was prerendered with it. */
export function placeTypeface(nonce: string | undefined): void {
  if (document.head.querySelector(`style[${typeface.mark}]`)) return;
  const element = document.createElement('style');
  element.setAttribute(typeface.mark, '');
  if (nonce) element.nonce = nonce;
  element.textContent = typeface.rules;
  document.head.append(element);
}
