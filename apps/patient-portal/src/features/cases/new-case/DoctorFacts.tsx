import { shortDoctorName } from '@konsil/cases';
import type { ListedDoctor } from '@konsil/contracts/doctors';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { CityIcon, ClinicIcon, DateIcon, LanguagesIcon, PersonIcon, TextLink, WaitIcon } from '@konsil/ui';
import { siteWords } from '../../clinics/site-words.ts';
import { paths } from '../../paths.ts';
import { PriceFacts } from '../DoctorPrice.tsx';
import { casePageTexts } from '../texts.ts';
import { Facts } from './doctor-parts.ts';

/** Reply time, cost, absence, languages and place. The measured time where there is one, else the doctor's own account. */
export function DoctorFacts({ doctor }: { doctor: ListedDoctor }) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const locale = useLocale();
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
  const { measured_reply: measured } = doctor;
  return (
    <Facts>
      <li>
        <WaitIcon />
        {measured ? (
          <span>
            {t('new.doctor.measured', { count: measured.days })}
            <small>{t('new.doctor.basis', { count: measured.requests })}</small>
          </span>
        ) : (
          <span>
            {t('new.doctor.promise', { count: doctor.reply_days })}
            <small>{t('new.doctor.own')}</small>
          </span>
        )}
      </li>
      <PriceFacts doctor={doctor} />
      {doctor.away && (
        <li>
          <DateIcon />
          <span>
            {t('new.doctor.away', { from: format.day(doctor.away.from), to: format.day(doctor.away.to) })}
            <small>{t('new.doctor.awayMeans')}</small>
            {doctor.away.deputy && (
              <small>{t('new.doctor.deputy', { deputy: shortDoctorName(doctor.away.deputy.name) })}</small>
            )}
          </span>
        </li>
      )}
      {doctor.assistants && (
        <li>
          <PersonIcon />
          <span>{t('new.doctor.assistants')}</span>
        </li>
      )}
      {doctor.languages.length > 0 && (
        <li>
          <LanguagesIcon />
          <span>{format.list(doctor.languages.map((code) => languageNames.of(code) ?? code))}</span>
        </li>
      )}
      {doctor.clinics?.map(({ id, name, site }) => (
        <li key={id}>
          <ClinicIcon />
          <span>
            <TextLink standalone to={paths.clinic(id)}>
              {name}
            </TextLink>
            {site && <small>{siteWords(site)}</small>}
          </span>
        </li>
      ))}
      {doctor.city && (
        <li>
          <CityIcon />
          <span>{doctor.city}</span>
        </li>
      )}
    </Facts>
  );
}
