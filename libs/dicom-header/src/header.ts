import { parseDicom } from 'dicom-parser';

/** Longer elements cannot be names, dates or UIDs. */
const mostBytes = 1024;

/** Elements at the beginning of a DICOM file, by tag (`00100010`). */
export interface Header {
  bytes(tag: string): Uint8Array;
  /** The text of an element that uses no character set. */
  ascii(tag: string): string;
}

/**
 * Opens the beginning of a DICOM file; null if it is unreadable.
 * @param lastTag where reading stops: elements are in the order of their tags (PS3.5 section 7.1)
 */
export const openHeader = (file: Uint8Array, lastTag: string): Header | null => {
  try {
    const found = parseDicom(file, { untilTag: `x${lastTag}` });
    return {
      bytes: (tag) => {
        const element = found.elements[`x${tag}`];
        return element
          ? found.byteArray.slice(element.dataOffset, element.dataOffset + Math.min(element.length, mostBytes))
          : new Uint8Array();
      },
      ascii: (tag) => found.string(`x${tag}`)?.trim() ?? '',
    };
  } catch {
    return null;
  }
};
