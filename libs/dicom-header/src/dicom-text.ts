// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- projects that import this file need its types, too
/// <reference path="./dicom-character-set.d.ts" />
import { convertBytes } from 'dicom-character-set';

/** VRs that use the file's character set; all other text is ASCII. */
const byCharacterSet = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
const singleValued = new Set(['LT', 'ST', 'UT', 'UR']);

const latin1 = 'ISO_IR 100';
const latin2 = 'ISO_IR 101';
const escape = 0x1b;
const backslash = 0x5c;
const replacement = '\ufffd';
const hasMoreThanAscii = (text: string): boolean => /\P{ASCII}/u.test(text);

function withoutPaddingBytes(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end -= 1;
  return bytes.subarray(0, end);
}
/** Decodes UTF-8 without a truncated last character. Undefined if invalid. */
function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(withoutPaddingBytes(bytes), { stream: true });
  } catch {
    return undefined;
  }
}
/** In a name, a sign beyond ASCII is a letter of another character set, except for marks between letters. */
const noLetter = /[^\p{ASCII}\p{L}\p{M}\p{Nd}\p{Z}´·‘’]|[ƒªºµ]/gu;
const controls = /[\x80-\x9f]/g;
const hasControls = (text: string): boolean => letters(text, controls) > 0;
const windowsLetters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** Replaces control characters by the letters of Windows-1252: Node.js 20 decodes its bytes 0x80 to 0x9f as Latin-1. */
const withWindowsLetters = (text: string): string =>
  text.replace(controls, (control) => windowsLetters[control.charCodeAt(0) - 0x80] ?? control);
/**
 * Signs of Windows-1252 that indicate another character set in a name: symbols, except the ª of José Mª; control
 * characters; an œ that is not French or German (`ś` in Windows-1250); a Ÿ after a small letter (`ź`).
 */
const noLetterInWestern =
  /[\x80-\x9f€‚ƒ„…†‡ˆ‰‹“”•–—˜™›\u00a1-\u00a9\u00ab-\u00b3\u00b5\u00b6\u00b8\u00b9\u00bb-\u00bf\u00d7\u00f7]|[œŒ](?![uU]|([A-Za-z])\1)|(?<=\p{Ll})Ÿ/u;
const letters = (text: string, which: RegExp): number => text.match(which)?.length ?? 0;
/**
 * A word of mostly letters beyond ASCII is none in Windows-1252, but of another character set, such as GBK, Shift-JIS or
 * Windows-1251: nothing of it can be compared.
 */
function asName(text: string): string {
  return text.replace(noLetter, replacement).replace(/[^=^, ]+/gu, (word) => {
    const foreign = letters(word, /\P{ASCII}/gu);
    const latin = letters(word, /[a-z]/giu);
    const isForeign = word.includes(replacement) ? foreign >= latin : foreign > Math.max(latin, 1);
    return isForeign ? replacement : word;
  });
}
/**
 * A name that consists of letters in a character set of Central Europe: the `³` of `Wa³êsa` is an ł. Words of letters
 * beyond ASCII only are of another alphabet.
 */
function asCentralEuropean(bytes: Uint8Array): string | undefined {
  return ['iso-8859-2', 'windows-1250']
    .map((set) => new TextDecoder(set).decode(bytes))
    .find((text) => letters(text, noLetter) === 0 && !garbled.test(text) && !asName(text).includes(replacement));
}
// For undeclared or wrong character sets: modern files use UTF-8, older European ones Windows-1252.
function guess(bytes: Uint8Array, vr: string): string {
  const at = bytes.indexOf(backslash);
  if (at >= 0) return `${guess(bytes.subarray(0, at), vr)}\\${guess(bytes.subarray(at + 1), vr)}`;
  const utf8 = asUtf8(bytes);
  if (utf8 !== undefined) return utf8;
  const text = withWindowsLetters(new TextDecoder('latin1').decode(bytes));
  if (vr !== 'PN') return text;
  // The comparison of names reads U+FFFD as any letter.
  return (noLetterInWestern.test(text) ? asCentralEuropean(bytes) : undefined) ?? asName(text);
}

/** Single-byte character sets with their scripts. In multi-byte sets, text may look like UTF-8 by chance. */
const scriptOfSet: Readonly<Record<string, RegExp>> = {
  'ISO_IR 100': /\p{Script=Latin}/u,
  'ISO_IR 101': /\p{Script=Latin}/u,
  'ISO_IR 109': /\p{Script=Latin}/u,
  'ISO_IR 110': /\p{Script=Latin}/u,
  'ISO_IR 148': /\p{Script=Latin}/u,
  'ISO_IR 203': /\p{Script=Latin}/u,
  'ISO_IR 126': /\p{Script=Greek}/u,
  'ISO_IR 127': /\p{Script=Arabic}/u,
  'ISO_IR 138': /\p{Script=Hebrew}/u,
  'ISO_IR 144': /\p{Script=Cyrillic}/u,
  'ISO_IR 166': /\p{Script=Thai}/u,
};
// Two alphabets in one word, or control characters, indicate a wrong character set.
const garbled =
  /[\ufffd\x80-\x9f]|\p{Script=Latin}\p{M}*(?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}\p{M}*\p{Script=Latin}/u;

/** Decodes bytes that are UTF-8 although another character set is declared. */
function inTruthUtf8(bytes: Uint8Array, characterSet: string, declared: string): string | undefined {
  const script = scriptOfSet[characterSet];
  const text = script && asUtf8(bytes);
  if (!text || !hasMoreThanAscii(text)) return undefined;
  const letters = [...text].filter((letter) => /\P{ASCII}/u.test(letter) && /\p{L}/u.test(letter));
  const isOfSet = letters.length > 0 && letters.every((letter) => script.test(letter));
  const latin = script.test('a');
  if (latin ? !garbled.test(text) : isOfSet || (garbled.test(declared) && !garbled.test(text))) return text;
  return undefined;
}

/** The default repertoire: ASCII. */
const isDefault = (set: string): boolean => set === '' || set === 'ISO_IR 6';
/**
 * The character set of bytes beyond ASCII, and how it is declared. Without escape sequences it is the first one; if that
 * is the default repertoire, the next single-byte one: writers often leave out its escape sequence.
 * @returns null if no set is declared for such bytes
 */
function setOf(bytes: Uint8Array, characterSet: string): { name: string; declared: string } | null {
  // With code extensions (ISO 2022 IR 100), a set has the same letters.
  const names = characterSet.split('\\').map((set) =>
    set
      .trim()
      .toUpperCase()
      .replace(/^ISO 2022 IR /, 'ISO_IR '),
  );
  const [first = ''] = names;
  if (!isDefault(first) || bytes.includes(escape)) return { name: first, declared: characterSet };
  const next = names.find((name) => !isDefault(name)) ?? '';
  return next in scriptOfSet ? { name: next, declared: next } : null;
}

function decode(bytes: Uint8Array, vr: string, characterSet: string | undefined): string {
  if (!bytes.some((byte) => byte > 0x7e || byte === escape)) return new TextDecoder('latin1').decode(bytes);
  const set = byCharacterSet.has(vr) && characterSet ? setOf(bytes, characterSet) : null;
  if (!set) return guess(bytes, vr);
  try {
    const declared = convertBytes(set.declared, bytes, { vr });
    if (declared.includes(replacement)) return guess(bytes, vr);
    return inTruthUtf8(bytes, set.name, declared) ?? withoutControls(declared, bytes, vr, set.name);
  } catch {
    return guess(bytes, vr);
  }
}

/** Text has no control characters beyond ASCII: they indicate a code page of Windows or DOS. */
function withoutControls(declared: string, bytes: Uint8Array, vr: string, set: string): string {
  const western = set === latin1 ? withWindowsLetters(declared) : declared;
  if (vr !== 'PN') return western;
  if (set === latin1) return noLetterInWestern.test(western) && !bytes.includes(escape) ? guess(bytes, vr) : western;
  if (!hasControls(declared)) return declared;
  return (set === latin2 ? asCentralEuropean(bytes) : undefined) ?? asName(declared);
}

// NUL and spaces pad odd lengths.
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\0')) end -= 1;
  return text.slice(0, end);
}

/**
 * The values of a text element, without padding.
 * @param characterSet the data set's (0008,0005), as written
 */
export function textValues(bytes: Uint8Array, vr: string, characterSet: string | undefined): string[] {
  const text = withoutPadding(decode(bytes, vr, characterSet));
  if (text === '') return [];
  if (singleValued.has(vr)) return [text];
  return text.split('\\').map((value) => value.trim());
}
