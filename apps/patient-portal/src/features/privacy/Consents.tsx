import { useState } from 'react';
import type { ReactNode } from 'react';
import { useListConsentsQuery } from '@konsil/api/privacy';
import { LoadFailed, Waiting } from '@konsil/common';
import { matchesWords } from '@konsil/contracts/fold';
import type { Consent } from '@konsil/contracts/privacy';
import { useFormat, useTexts } from '@konsil/i18n';
import { Button, DoneIcon, CloseIcon, ListRow, Section, Stack, Text } from '@konsil/ui';
import { ConsentLines, OtherConsents, Permission } from './consent-parts.ts';
import { ConsentMissing } from './ConsentMissing.tsx';
import { FindableList } from './FindableList.tsx';
import { endsByItself } from './consent-kinds.ts';
import { privacyTexts } from './texts.ts';
import { WithdrawConsent } from './WithdrawConsent.tsx';

// Number of a doctor's cases shown expanded.
const most = 6;

const mayStillSee = (consents: readonly Consent[]) => consents.some(({ withdrawn_at: withdrawn }) => !withdrawn);

/** The doctor whom a consent is for, or the clinic. */
const nameOf = ({ doctor_name: doctor, clinic_name: clinic }: Consent) => doctor ?? clinic ?? '';

/** Consents by doctor; current ones first. */
const byDoctor = (consents: readonly Consent[]): Consent[][] => {
  const doctors = new Map<string, Consent[]>();
  for (const consent of consents.filter(({ kind }) => kind !== 'health_data')) {
    const name = nameOf(consent);
    doctors.set(name, [...(doctors.get(name) ?? []), consent]);
  }
  const groups = [...doctors.values()];
  return [...groups.filter(mayStillSee), ...groups.filter((group) => !mayStillSee(group))];
};

/** The consents that match a search: all of a doctor whose name matches. */
const meant = (consents: Consent[], search: string): Consent[] =>
  consents[0] && matchesWords(nameOf(consents[0]), search)
    ? consents
    : consents.filter((consent) => matchesWords(`${nameOf(consent)} ${consent.case_name}`, search));

/** The account holder's consents by doctor, which can be withdrawn. */
export function Consents() {
  const { t } = useTexts(privacyTexts);
  const { data, error, refetch } = useListConsentsQuery();
  const [asking, setAsking] = useState<Consent | null>(null);
  const content = () => {
    if (!data) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={2} />;
    if (data.length === 0)
      return (
        <Text as="p" tone="muted">
          {t('consents.empty')}
        </Text>
      );
    return (
      <Stack gap={4}>
        {!data.some((consent) => consent.kind === 'health_data' && !consent.withdrawn_at) && <ConsentMissing />}
        <FindableList
          of="consents"
          items={byDoctor(data)}
          finds={(consents, search) => meant(consents, search).length > 0}
          above={data
            .filter(({ kind }) => kind === 'health_data')
            .map((consent) => (
              <ListRow
                key={consent.id}
                title={t('consents.portal')}
                detail={
                  <>
                    <Sees granted={!consent.withdrawn_at}>{t('consents.health_data')}</Sees>
                    <Since consent={consent} />
                  </>
                }
                actions={<WithdrawButton consent={consent} onWithdraw={() => setAsking(consent)} />}
              />
            ))}
        >
          {(consents, search) => (
            <DoctorConsents
              key={consents[0]?.id}
              consents={consents}
              shown={search ? meant(consents, search) : consents}
              onWithdraw={setAsking}
            />
          )}
        </FindableList>
      </Stack>
    );
  };
  return (
    <Section id="consents" title={t('consents.title')}>
      <Text as="p" tone="muted">
        {t('consents.text')}
      </Text>
      {content()}
      <WithdrawConsent consent={asking} onClose={() => setAsking(null)} />
    </Section>
  );
}

interface DoctorConsentsProps {
  consents: Consent[];
  /** The consents that match the search. */
  shown: Consent[];
  onWithdraw: (consent: Consent) => void;
}

/** The consents for one doctor: the name once, then the cases. */
function DoctorConsents({ consents, shown, onWithdraw }: DoctorConsentsProps) {
  const { t } = useTexts(privacyTexts);
  const given = consents.filter(({ withdrawn_at: withdrawn }) => !withdrawn);
  const lines = [...given, ...consents.filter((consent) => !given.includes(consent))]
    .filter((consent) => shown.includes(consent))
    .map((consent) => <CaseConsent key={consent.id} consent={consent} onWithdraw={() => onWithdraw(consent)} />);
  const first = lines.length > most ? lines.slice(0, most - 1) : lines;
  const others = lines.slice(first.length);
  return (
    <ListRow
      title={consents[0] && nameOf(consents[0])}
      detail={
        <Sees granted={given.length > 0}>
          {given.length > 0 ? t('consents.sees', { count: given.length }) : t('consents.seesNone')}
        </Sees>
      }
    >
      <ConsentLines>{first}</ConsentLines>
      {others.length > 0 && (
        <OtherConsents>
          <summary>{t('consents.others', { count: others.length })}</summary>
          <ConsentLines>{others}</ConsentLines>
        </OtherConsents>
      )}
    </ListRow>
  );
}

/** Current or former access: icon, colour and words. */
function Sees({ granted, children }: { granted: boolean; children: ReactNode }) {
  return (
    <Permission data-granted={granted || undefined}>
      {granted ? <DoneIcon /> : <CloseIcon />}
      {children}
    </Permission>
  );
}

function CaseConsent({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  return (
    <li data-withdrawn={consent.withdrawn_at ? true : undefined}>
      <p>
        {consent.case_name}
        <Since consent={consent} />
      </p>
      <WithdrawButton consent={consent} onWithdraw={onWithdraw} />
    </li>
  );
}

function Since({ consent: { kind, given_at: given, withdrawn_at: withdrawn } }: { consent: Consent }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  return (
    <small>
      {kind === 'second_look' && `${t('consents.secondLook')} · `}
      {kind === 'deputy' && `${t('consents.deputy')} · `}
      {kind === 'assistants' && `${t('consents.assistants')} · `}
      {kind === 'clinic_pool' && `${t('consents.pool')} · `}
      {withdrawn
        ? t(endsByItself(kind) ? 'consents.ended' : 'consents.withdrawn', { day: format.day(withdrawn) })
        : t('consents.given', { day: format.day(given) })}
    </small>
  );
}

const aboutDoctor = {
  send_to_doctor: 'consents.send_to_doctor',
  second_look: 'consents.secondLookOf',
  deputy: 'consents.deputyOf',
  assistants: 'consents.assistantsOf',
  clinic_pool: 'consents.poolOf',
} as const;

function WithdrawButton({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  const { t } = useTexts(privacyTexts);
  const { kind, withdrawn_at: withdrawn, case_name: name } = consent;
  const what =
    kind === 'health_data'
      ? t('consents.health_data')
      : t(aboutDoctor[kind], {
          doctor: nameOf(consent),
          case: name ?? '',
        });
  return (
    !withdrawn && (
      <Button variant="secondary" size="small" aria-label={t('consents.withdrawLabel', { what })} onClick={onWithdraw}>
        {t('consents.withdraw')}
      </Button>
    )
  );
}
