import { languages, type Language } from './words.ts';

const uidPattern = /^[0-9.]{1,64}$/;

/** The parameters in the page's URL. The name is the one that all DICOMweb viewers use. */
export function readAddress(
  search: string,
  browserLanguages: readonly string[],
): { studyUid: string | null; language: Language } {
  const query = new URLSearchParams(search);
  const [study = ''] = (query.get('StudyInstanceUIDs') ?? '').split(',');
  const wished = [query.get('lang') ?? '', ...browserLanguages].map((language) => language.slice(0, 2).toLowerCase());
  return {
    studyUid: uidPattern.test(study) ? study : null,
    language: wished.flatMap((one) => languages.find((known) => known === one) ?? [])[0] ?? 'de',
  };
}
