import { useSearchQuery } from '@konsil/api/search';
import { useDebounced } from '@konsil/lists/use-settled';
import { LoadFailed, Waiting } from '@konsil/common';
import { mostCasesFound, type SearchHit } from '@konsil/contracts/search';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  EmptyState,
  List,
  ListLinkRow,
  NothingFound,
  Page,
  PageTitle,
  SearchField,
  SearchIcon,
  Section,
  Stack,
  Text,
  Tiles,
} from '@konsil/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../paths';
import { searchTexts } from './texts';
import { FoundTexts } from './FoundTexts';
import { useArrowKeys } from './use-arrow-keys';

const pathTo = ({ kind, id, patient }: SearchHit) =>
  kind === 'patient' ? paths.patient(id) : paths.case({ id, patient });

/**
 * Searches patients by name or date of birth, and cases by name and the words of their texts, while typing; recent ones
 * before. A list without matches may pass on its search.
 */
export default function SearchPage() {
  const { t } = useTexts(searchTexts);
  const { t: common } = useCommon();
  const navigate = useNavigate();
  const [typed, setTyped] = useState((useLocation().state as string | null) ?? '');
  const asked = useDebounced(typed.trim());
  const { currentData: hits, error, refetch } = useSearchQuery(asked);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The hits may belong to an earlier search: then Enter opens the first one of this search once it is there.
  const found = typed.trim() === asked ? hits : undefined;
  const first = found?.[0];
  const entered = useRef(false);
  const enter = () => {
    entered.current = found === undefined;
    if (first) void navigate(pathTo(first));
  };
  useArrowKeys(box, enter);
  useEffect(() => {
    if (!entered.current || !found) return;
    entered.current = false;
    if (first) void navigate(pathTo(first));
  }, [found, first, navigate]);
  useEffect(() => {
    // After the frame has focused the title of the new page.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <Page width="wide">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack ref={box}>
        <SearchField
          ref={field}
          label={t('field')}
          placeholder={t('field')}
          value={typed}
          onChange={(event) => {
            entered.current = false;
            setTyped(event.target.value);
          }}
        />
        <Text as="p" tone="muted" size="small" role="status">
          {hits && (asked ? t('found', { count: hits.length }) : t('recent'))}
        </Text>
        {!hits && error && (
          <LoadFailed problem={error} onRetry={refetch}>
            {t('failed')}
          </LoadFailed>
        )}
        {!hits && !error && <Waiting label={t('loading')} />}
        {hits?.length === 0 && !asked && <EmptyState icon={<SearchIcon />}>{t('nothingYet')}</EmptyState>}
        {hits?.length === 0 && asked && (
          <NothingFound
            icon={<SearchIcon />}
            title={t('none', { search: asked })}
            clear={common('nothing.clearSearch')}
            startAt="search"
            search={field}
            onClear={() => setTyped('')}
          >
            {t('where')}
          </NothingFound>
        )}
        {hits && hits.length > 0 && (
          <Tiles tile="large">
            <Hits title={t('patients')} hits={hits.filter(({ kind }) => kind === 'patient')} typed={asked} />
            <Hits title={t('cases')} hits={hits.filter(({ kind }) => kind === 'case')} typed={asked} />
          </Tiles>
        )}
      </Stack>
    </Page>
  );
}

function Hits({ title, hits, typed }: { title: string; hits: SearchHit[]; typed: string }) {
  const { t } = useTexts(searchTexts);
  if (hits.length === 0) return null;
  const plain = hits.filter(({ found }) => found.length === 0);
  return (
    <Section title={title}>
      <Stack gap={3}>
        {plain.length > 0 && (
          <List>
            {plain.map((hit) => (
              <HitRow key={hit.id} hit={hit} />
            ))}
          </List>
        )}
        {hits
          .filter(({ found }) => found.length > 0)
          .map((hit) => (
            <List key={hit.id} aria-label={hit.case_name ?? undefined}>
              <HitRow hit={hit} />
              <FoundTexts hit={hit} typed={typed} />
            </List>
          ))}
        {hits.length >= mostCasesFound && (
          <Text as="p" tone="muted" size="small">
            {t('many', { count: mostCasesFound })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function HitRow({ hit }: { hit: SearchHit }) {
  const format = useFormat();
  const { patient, case_name } = hit;
  const who = `${patient.last_name}, ${patient.first_name}`;
  const born = format.day(patient.date_of_birth);
  return (
    <ListLinkRow to={pathTo(hit)} title={case_name ?? who} detail={case_name === null ? born : `${who}, ${born}`} />
  );
}
