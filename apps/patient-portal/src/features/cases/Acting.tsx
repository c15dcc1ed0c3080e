// @bundle route
import type { NextStep } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import { Alert, Card, Section } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

/** Says for whom the reader acts in the case, and which decisions stay with its owner. */
export function ActingNote({ theCase: { acting, doctor, patient, shared } }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  if (!acting) return null;
  const { owner } = acting;
  return (
    <>
      <Alert title={t('acting.title', { person: fullName(patient) })}>{t('acting.text', { owner })}</Alert>
      {!shared && <Alert tone="warning">{t('acting.unshared', { owner, doctor: doctor.name })}</Alert>}
    </>
  );
}

/** The next step, where only the owner can take it. */
export function OwnersTurn({ owner, step: { key } }: { owner: string; step: NextStep }) {
  const { t } = useTexts(casePageTexts);
  const sends = key === 'sendMore' || key === 'describe';
  return (
    <Card>
      <Section title={t('acting.ownersTurn', { owner })}>
        <p>{t(sends ? 'acting.unsent' : 'acting.decides', { owner })}</p>
      </Section>
    </Card>
  );
}
