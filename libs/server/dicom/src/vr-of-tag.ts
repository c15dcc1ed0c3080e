import table from './vr-of-tag.json';

const dictionary = new Map<string, string>();
for (const [vr, tags] of Object.entries(table)) for (const tag of tags.split(' ')) dictionary.set(tag, vr);

/** Overlays and curves repeat one layout in the groups 60xx and 50xx. */
const repeated = (tag: string): string =>
  /^(?:50|60)[0-9a-f][02468ace]/.test(tag) ? `${tag.slice(0, 2)}00${tag.slice(4)}` : tag;

/**
 * The value representation of a tag in DICOM PS3.6, as eight lower-case hex digits. US or SS and OB or OW depend on the
 * file; here they are US and OW. Unknown and private tags have none.
 */
export const vrOfTag = (tag: string): string | undefined => dictionary.get(repeated(tag));
