// @bundle route
import type { NamedAuthor } from '@konsil/contracts/authors';
import { helperKinds, type HelperKind } from '@konsil/contracts/stored-kinds';
import { useTexts } from '../texts.ts';
import { peopleTexts } from './texts.ts';

/** Names a helper by their kind, such as assistant. */
export const useHelperName = () => {
  const { t } = useTexts(peopleTexts);
  return (kind: HelperKind, name: string): string => t(`helperName.${kind}`, { name });
};

interface Naming {
  /** The name of the patient of the case. */
  patient?: string;
  /** Applied to the names of patients and doctors. */
  short?: (name: string) => string;
}

/**
 * Names the author of something: a helper with their kind, and somebody who acts for the owner together with the
 * patient.
 */
export const useAuthorName = () => {
  const { t } = useTexts(peopleTexts);
  const helperName = useHelperName();
  return (author: NamedAuthor, { patient, short = (name) => name }: Naming = {}): string => {
    const kind = helperKinds.find((one) => author[one]);
    if (kind) return helperName(kind, author.name);
    if (!author.acting) return short(author.name);
    const name = author.name || t('erased');
    return patient ? t('acting', { name, patient }) : t('actingForPatient', { name });
  };
};
