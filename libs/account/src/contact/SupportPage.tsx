import { useState } from 'react';
import { EmergencyNotice } from '@konsil/common';
import { matchesWords } from '@konsil/contracts/fold';
import { useCommon, useTexts } from '@konsil/i18n';
import { Page, PageTitle, SearchField, Section, Stack, Text, TextLink, WithContents } from '@konsil/ui';
import { styled } from 'styled-components';
import { usePortal } from '@konsil/portal-frame';
import { useSessionLifetimes } from '../account/use-session-lifetimes.ts';
import { OperatorPhone } from './OperatorPhone.tsx';
import { supportTexts } from './support/texts.ts';

const patientTopics = [
  'send',
  'cost',
  'late',
  'see',
  'documents',
  'disc',
  'sms',
  'lost',
  'again',
  'others',
  'archive',
] as const;
const doctorTopics = ['inbox', 'answer', 'draft', 'epicrisis', 'keys', 'images'] as const;

const Steps = styled.ol`
  display: grid;
  gap: var(--space-2);
  max-inline-size: var(--size-measure);
  padding-inline-start: var(--space-5);
  list-style: decimal;
`;
const isStep = /^\d+\. /;

/** An answer of paragraphs, and of steps where its lines are numbered. */
function Answer({ text }: { text: string }) {
  const lines = text.split('\n');
  const steps = lines.filter((line) => isStep.test(line));
  return (
    <Stack gap={2}>
      {steps.length > 0 && (
        <Steps>
          {steps.map((step) => (
            <li key={step}>{step.replace(isStep, '')}</li>
          ))}
        </Steps>
      )}
      {lines
        .filter((line) => !isStep.test(line))
        .map((line) => (
          <Text as="p" key={line}>
            {line}
          </Text>
        ))}
    </Stack>
  );
}

/** Frequently asked questions for the portal's role, and a link to the contact form. */
export function SupportPage() {
  const { t } = useTexts(supportTexts);
  const { t: c } = useCommon();
  const { role } = usePortal();
  const lifetimes = useSessionLifetimes();
  const ofRole =
    role === 'patient'
      ? patientTopics.map((topic) => ({
          topic,
          question: t(`support.patient.${topic}.q`),
          answer: t(`support.patient.${topic}.a`),
        }))
      : doctorTopics.map((topic) => ({
          topic,
          question: t(`support.doctor.${topic}.q`),
          answer: t(`support.doctor.${topic}.a`),
        }));
  const topics = lifetimes
    ? [...ofRole, { topic: 'lasting', question: t('support.lasting.q'), answer: t('support.lasting.a', lifetimes) }]
    : ofRole;
  const [typed, setTyped] = useState('');
  const found = topics.filter(({ question, answer }) => matchesWords(`${question} ${answer}`, typed));
  return (
    <Page width="wide">
      <PageTitle>{t('support.title')}</PageTitle>
      <WithContents
        label={c('words.contents')}
        items={found.map(({ topic, question }) => ({ id: topic, label: question }))}
      >
        <Stack gap={2}>
          <SearchField
            label={t('support.search')}
            placeholder={t('support.search')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Text as="p" tone="muted" size="small" role="status">
            {typed.trim() !== '' && t('support.found', { count: found.length })}
          </Text>
        </Stack>
        {found.map(({ topic, question, answer }) => (
          <Section key={topic} id={topic} title={question}>
            <Answer text={answer} />
          </Section>
        ))}
        <Section title={t('support.contact')}>
          <OperatorPhone />
          <TextLink standalone to={`/${role}/contact`}>
            {t('support.toContact')}
          </TextLink>
        </Section>
        {role === 'patient' && <EmergencyNotice />}
      </WithContents>
    </Page>
  );
}
