import type { Doctor } from '@konsil/contracts/doctors';
import { specialtyIn } from '@konsil/contracts/specialties';
import { specialtyMeaning } from '@konsil/contracts/specialty-meanings';
import { shortDoctorName } from '@konsil/cases';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Avatar, Button, CheckIcon, CityIcon, LanguagesIcon, Stack, Text, WaitIcon } from '@konsil/ui';
import { casePageTexts } from '../texts.ts';
import { DoctorCardBox, Facts, Fit, Side, Who } from './doctor-parts.ts';

export interface DoctorCardProps {
  doctor: Doctor;
  /** The words of the concern that belong to the doctor's specialty. */
  words: readonly string[];
  /** The best of those who fit. */
  first: boolean;
  busy: boolean;
  onAsk: () => void;
}

/** A doctor to choose: who it is, why they fit, how long an answer takes. What is not known is left out. */
export function DoctorCard({ doctor, words, first, busy, onAsk }: DoctorCardProps) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const locale = useLocale();
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
  const meaning = specialtyMeaning(doctor.specialty, locale);
  return (
    <DoctorCardBox aria-labelledby={`doctor-${doctor.id}`}>
      <Stack gap={4}>
        <Who>
          <Avatar name={doctor.name} voice="doctor" size="large" />
          <div>
            <h4 id={`doctor-${doctor.id}`}>{doctor.name}</h4>
            <p>{specialtyIn(doctor.specialty, locale)}</p>
            {meaning && (
              <Text as="p" tone="muted" size="small">
                {meaning}
              </Text>
            )}
          </div>
        </Who>
        {words.length > 0 && (
          <Fit>
            <CheckIcon />
            <p>
              <strong>{t('new.doctor.fits')}</strong>
              <br />
              {t('new.doctor.because', { words: format.list(words.map((word) => t('new.doctor.word', { word }))) })}
            </p>
          </Fit>
        )}
      </Stack>
      <Side>
        <Facts>
          <li>
            <WaitIcon />
            <span>
              {t('new.doctor.promise', { count: doctor.reply_days })}
              <small>{t('new.doctor.own')}</small>
            </span>
          </li>
          {doctor.languages.length > 0 && (
            <li>
              <LanguagesIcon />
              <span>{format.list(doctor.languages.map((code) => languageNames.of(code) ?? code))}</span>
            </li>
          )}
          {doctor.city && (
            <li>
              <CityIcon />
              <span>{doctor.city}</span>
            </li>
          )}
        </Facts>
        <Button
          variant={first ? 'primary' : 'secondary'}
          block
          busy={busy}
          busyLabel={t('new.creating')}
          onClick={onAsk}
        >
          {t('new.doctor.ask', { doctor: shortDoctorName(doctor.name) })}
        </Button>
      </Side>
    </DoctorCardBox>
  );
}
