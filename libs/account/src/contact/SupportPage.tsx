import { useCommon, useTexts } from '@konsil/i18n';
import { Notice, Page, PageTitle, Section, TextLink } from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';
import { usePortal } from '../frame/portal.ts';

const patientTopics = ['send', 'see', 'documents', 'again', 'others', 'archive'] as const;
const doctorTopics = ['inbox', 'answer', 'draft', 'epicrisis', 'keys', 'images'] as const;

/** What people ask most, for the role of the portal, and the way to the operator. */
export function SupportPage() {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  const { role } = usePortal();
  const topics = role === 'patient'
    ? patientTopics.map((topic) => ({ topic, question: t(`support.patient.${topic}.q`), answer: t(`support.patient.${topic}.a`) }))
    : doctorTopics.map((topic) => ({ topic, question: t(`support.doctor.${topic}.q`), answer: t(`support.doctor.${topic}.a`) }));
  return (
    <Page>
      <PageTitle>{t('support.title')}</PageTitle>
      {topics.map(({ topic, question, answer }) => (
        <Section key={topic} title={question}>
          <p>{answer}</p>
        </Section>
      ))}
      <Section title={t('support.contact')}>
        <TextLink standalone to={`/${role}/contact`}>{t('support.toContact')}</TextLink>
      </Section>
      {role === 'patient' && (
        <Notice>
          <strong>{c('emergency.strong')}</strong> {c('emergency.rest')}
        </Notice>
      )}
    </Page>
  );
}
