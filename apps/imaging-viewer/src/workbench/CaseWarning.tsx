import { practiceDay } from '@konsil/contracts/practice-time';
import { readablePersonName } from '@konsil/contracts/person-names';
import type { ViewedCase } from '@konsil/contracts/viewed-case';
import { WarningIcon } from '@konsil/ui';
import { useWords } from '../app/words.ts';
import { mismatchOf } from '../study/mismatch.ts';
import type { Study } from '../study/study.ts';

/** Names both people if the images are of another person, and a date that does not match. Stays above the pictures. */
export function CaseWarning({
  study,
  viewedCase,
  dated = false,
}: {
  study: Study;
  viewedCase: ViewedCase;
  /** Several studies are open: the warning says which it is about. */
  dated?: boolean;
}) {
  const { t, day } = useWords();
  const { patient, issue_date } = viewedCase;
  const mismatch = mismatchOf(study, viewedCase, practiceDay(new Date()));
  if (!mismatch) return null;
  const person = (name: string, birthDate: string | null) =>
    [name || t('unknownPatient'), birthDate && t('born', { day: day(birthDate) })].filter(Boolean).join(', ');
  const { people, date } = mismatch;
  return (
    <div className="case-warning" role="alert">
      <WarningIcon />
      <p>
        {dated && study.date && `${t('studyOf', { day: day(study.date) })}: `}
        {people.length > 0 && (
          <>
            <strong>{t('warning.person')}</strong>{' '}
            {t('warning.people', {
              pictured: people
                .map(({ patientName, birthDate }) => person(readablePersonName(patientName), birthDate))
                .join('; '),
              patient: person(`${patient.first_name} ${patient.last_name}`, patient.date_of_birth),
            })}{' '}
          </>
        )}
        {date &&
          (people.length > 0 ? (
            t(`warning.${date.reason}`, { day: day(date.day), told: issue_date ? day(issue_date) : '' })
          ) : (
            <strong>
              {t(`warning.${date.reason}`, { day: day(date.day), told: issue_date ? day(issue_date) : '' })}
            </strong>
          ))}
      </p>
    </div>
  );
}
