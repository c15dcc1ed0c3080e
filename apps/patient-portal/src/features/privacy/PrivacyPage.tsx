import { AreaLinks } from '@konsil/account';
import { LoadFailed, Waiting } from '@konsil/common';
import { useListConsentsQuery } from '@konsil/api/privacy';
import { matchesWords as holds } from '@konsil/contracts/fold';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientSummary } from '@konsil/contracts/patients';
import { useCommon, useTexts } from '@konsil/i18n';
import { DownloadIcon, ListLinkRow, Page, PageTitle, SeenIcon, Section, Text, WithContents } from '@konsil/ui';
import type { ReactNode } from 'react';
import { AllowedApps } from '../apps/AllowedApps.tsx';
import { paths } from '../paths.ts';
import { ShareLinks } from '../share/ShareLinks.tsx';
import { Consents } from './Consents.tsx';
import { Erasure } from './Erasure.tsx';
import { ExportData } from './ExportData.tsx';
import { FindableList } from './FindableList.tsx';
import { privacyTexts } from './texts.ts';
import { useAllPeople } from './use-everybody.ts';

const parts = ['people', 'consents', 'shares', 'apps', 'takeAway', 'export', 'erasure'] as const;

/** Everything about the user's data: access log, consents, export, erasure. */
export function PrivacyPage() {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const { people, total, whole, isLoading: peopleLoading, problem, retry } = useAllPeople();
  const { data: consents, error: refused } = useListConsentsQuery();
  const missing = problem ? <LoadFailed problem={problem} onRetry={retry} /> : <Waiting rows={1} />;
  const listed = { people, total, missing: !whole && missing };
  return (
    <Page width="wide">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <AreaLinks />
      {peopleLoading || (!consents && !refused) ? (
        <Waiting />
      ) : (
        <WithContents
          label={common('words.contents')}
          items={parts.map((part) => ({ id: part, label: t(`${part}.title`) }))}
        >
          <Section id="people" title={t('people.title')}>
            <Text as="p" tone="muted">
              {t('people.text')}
            </Text>
            {people.length === 0 && !whole && missing}
            {people.length === 0 && whole && <Text as="p">{t('people.empty')}</Text>}
            <People icon={<SeenIcon />} path={paths.accesses} {...listed} />
          </Section>
          <Consents />
          <Section id="shares" title={t('shares.title')}>
            <ShareLinks />
          </Section>
          <Section id="apps" title={t('apps.title')}>
            <AllowedApps />
          </Section>
          <Section id="takeAway" title={t('takeAway.title')}>
            <Text as="p" tone="muted">
              {t('takeAway.text')}
            </Text>
            <People icon={<DownloadIcon />} path={paths.takePersonAway} {...listed} />
          </Section>
          <ExportData />
          <Erasure />
        </WithContents>
      )}
    </Page>
  );
}

interface PeopleProps {
  people: readonly PatientSummary[];
  total: number;
  /** Shown below the loaded people if loading the others failed. */
  missing: ReactNode;
  icon: ReactNode;
  /** The page of a person. */
  path: (patientId: string) => string;
}

/** The people of the account, each with a link. */
function People({ people, total, missing, icon, path }: PeopleProps) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const detailOf = ({ relationship, archived_at: archived }: PatientSummary) => {
    const who = common(`codes.relationship.${relationship}`);
    return archived ? t('people.archived', { who }) : who;
  };
  if (people.length === 0) return null;
  return (
    <FindableList
      of="people"
      items={people}
      total={total}
      missing={missing}
      finds={(person, search) => holds(fullName(person), search)}
    >
      {(person) => (
        <ListLinkRow
          key={person.id}
          to={path(person.id)}
          icon={icon}
          title={fullName(person)}
          detail={detailOf(person)}
        />
      )}
    </FindableList>
  );
}
