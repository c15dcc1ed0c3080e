import { ListStates, Waiting } from '@konsil/common';
import { listOf } from '@konsil/api/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { useListConsentsQuery } from '@konsil/api/privacy';
import { useCommon, useTexts } from '@konsil/i18n';
import { ListLinkRow, Page, PageTitle, SeenIcon, Section, Text, WithContents } from '@konsil/ui';
import { paths } from '../paths.ts';
import { fullName, ownFirst } from '../shared/people.ts';
import { Consents } from './Consents.tsx';
import { Erasure } from './Erasure.tsx';
import { ExportData } from './ExportData.tsx';
import { FindableList, isFound } from './FindableList.tsx';
import { privacyTexts } from './texts.ts';

const parts = ['people', 'consents', 'export', 'erasure'] as const;

/** Everything about my data: who saw it, what I allowed, taking it with me, having it erased. */
export function PrivacyPage() {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const people = listOf(useListPatientsInfiniteQuery({ sort: 'name', limit: '200' }));
  const { isLoading } = useListConsentsQuery();
  return (
    <Page width="wide">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      {people.isLoading || isLoading ? <Waiting /> : (
        <WithContents label={common('words.contents')} items={parts.map((part) => ({ id: part, label: t(`${part}.title`) }))}>
          <Section id="people" title={t('people.title')}>
            <Text as="p" tone="muted">{t('people.text')}</Text>
            <ListStates list={people} empty={<Text as="p">{t('people.empty')}</Text>}>
              {() => (
                <FindableList of="people" items={ownFirst(people.items)} finds={(person, search) => isFound(fullName(person), search)}>
                  {(person) => <ListLinkRow key={person.id} to={paths.accesses(person.id)} icon={<SeenIcon />} title={fullName(person)} detail={common(`codes.relationship.${person.relationship}`)} />}
                </FindableList>
              )}
            </ListStates>
          </Section>
          <Consents />
          <ExportData />
          <Erasure />
        </WithContents>
      )}
    </Page>
  );
}
