import { useGetAccountQuery } from '@konsil/api/account';
import { useGetLetterheadQuery } from '@konsil/api/letterhead';
import { pictureUrl } from '@konsil/api/picture-file';
import type { PracticeHead } from '@konsil/cases';
import { useIsAssistant } from '../assistants/use-is-assistant';

/** The letterhead of the reader's practice, for print; undefined for assistants. */
export const usePracticeHead = (): PracticeHead | undefined => {
  const skip = useIsAssistant();
  const { data: account } = useGetAccountQuery(undefined, { skip });
  const { data: letterhead } = useGetLetterheadQuery(undefined, { skip });
  const doctor = account?.doctor;
  const logo = letterhead?.logo;
  if (!doctor) return undefined;
  return {
    writer: account.full_name,
    name: doctor.practice_name,
    lines: [doctor.practice_address || doctor.city, doctor.practice_phone, doctor.practice_email].filter(Boolean),
    logo: logo ? { src: pictureUrl(logo.picture), alt: logo.alt } : undefined,
  };
};
