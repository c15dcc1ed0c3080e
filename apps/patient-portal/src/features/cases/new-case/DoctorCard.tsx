import type { ListedDoctor } from '@konsil/contracts/doctors';
import { specialtyIn } from '@konsil/contracts/specialties';
import { specialtyMeaning } from '@konsil/contracts/specialty-meanings';
import { doctorName, shortDoctorName } from '@konsil/cases';
import { useLocale, useTexts } from '@konsil/i18n';
import { Avatar, Button, InfoIcon, Stack, Text, TextLink } from '@konsil/ui';
import { paths } from '../../paths.ts';
import { casePageTexts } from '../texts.ts';
import { DoctorCardBox, DoctorSummary, Fit, Side } from './doctor-parts.ts';
import { DoctorFacts } from './DoctorFacts.tsx';
import { FitsBecause } from './FitsBecause.tsx';

export interface DoctorCardProps {
  doctor: ListedDoctor;
  /** The words of the concern that belong to the doctor's specialty. */
  words: readonly string[];
  /** Says that the concern does not mention this specialty, if it mentions others. */
  unknown: boolean;
  /** The best of those who fit. */
  first: boolean;
  busy: boolean;
  onAsk: () => void;
}

/** A doctor to choose: who it is, why they fit, how long an answer takes. What is not known is left out. */
export function DoctorCard({ doctor, words, unknown, first, busy, onAsk }: DoctorCardProps) {
  const { t } = useTexts(casePageTexts);
  const locale = useLocale();
  const meaning = specialtyMeaning(doctor.specialty, locale);
  return (
    <DoctorCardBox aria-labelledby={`doctor-${doctor.id}`}>
      <Stack gap={4}>
        <DoctorSummary>
          <Avatar name={doctor.name} voice="doctor" size="large" picture={doctor.portrait_url} />
          <div>
            <h4 id={`doctor-${doctor.id}`}>{doctorName(doctor.name)}</h4>
            <p>{specialtyIn(doctor.specialty, locale)}</p>
            {meaning && (
              <Text as="p" tone="muted" size="small">
                {meaning}
              </Text>
            )}
          </div>
        </DoctorSummary>
        {words.length > 0 && <FitsBecause words={words} />}
        {unknown && (
          <Fit>
            <InfoIcon />
            <p>{t('new.doctor.unknown')}</p>
          </Fit>
        )}
        {doctor.topics && (
          <Text as="p" tone="muted">
            {t('new.doctor.topics', { topics: doctor.topics })}
          </Text>
        )}
      </Stack>
      <Side>
        <DoctorFacts doctor={doctor} />
        <Button
          variant={first ? 'primary' : 'secondary'}
          block
          busy={busy}
          busyLabel={t('new.creating')}
          onClick={onAsk}
        >
          {t('new.doctor.ask', { doctor: shortDoctorName(doctor.name) })}
        </Button>
        <TextLink
          standalone
          to={paths.doctor(doctor.id)}
          state={{ fitting: words }}
          aria-label={t('new.doctor.profileOf', { doctor: doctorName(doctor.name) })}
        >
          {t('new.doctor.profile')}
        </TextLink>
      </Side>
    </DoctorCardBox>
  );
}
