import { saveFile } from '@konsil/api/file';
import { getLetter, useListLettersInfiniteQuery } from '@konsil/api/letters';
import { problemOf } from '@konsil/api/problem';
import { EmptyList, ListSearch, ListStates, MoreRows } from '@konsil/common';
import { lettersQuerySchema, type KeptLetter } from '@konsil/contracts/letters';
import { DayRange } from '@konsil/documents';
import { problemText, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useDebounced } from '@konsil/lists/use-settled';
import { Button, DocumentIcon, DownloadIcon, List, ListRow, Page, PageTitle, Row, Stack, useToast } from '@konsil/ui';
import { useRef, useState } from 'react';
import { letterTexts } from './texts';

const names = ['search', 'from', 'to'] as const;

/** The letters that the doctor sent, also of cases that are no longer theirs. */
export default function LettersPage() {
  const { t } = useTexts(letterTexts);
  const { t: common } = useCommon();
  const { filters, set, reset: resetFilters, narrowed, filtered } = useListFilters('letters', names);
  const [resets, setResets] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const query = knownFilters(lettersQuerySchema, useDebounced(filters));
  const list = listOf(useListLettersInfiniteQuery(query, { refetchOnMountOrArgChange: true }));
  const reset = () => {
    resetFilters();
    setResets((before) => before + 1);
  };
  const empty = (
    <EmptyList
      of="letters"
      icon={<DocumentIcon />}
      field={field}
      notFound={t('emptyFilter')}
      nothingYet={t('emptyText')}
      {...{ filters, reset, narrowed, filtered }}
    />
  );
  return (
    <Page width="wide">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack gap={4}>
        <Row align="end">
          <ListSearch ref={field} label={t('search')} filters={filters} set={set} />
          <DayRange labelOf={t} values={filters} onChange={set} resets={resets} />
        </Row>
        <Row>
          <span role="status">{!list.isLoading && !list.problem && t('count', { count: list.total })}</span>
          {narrowed && list.items.length > 0 && (
            <Button variant="quiet" size="small" onClick={reset}>
              {common('words.filterReset')}
            </Button>
          )}
        </Row>
        <ListStates list={list} empty={empty} label={t('loading')} failed={t('failed')} rows={8}>
          {() => (
            <div ref={rows}>
              <List>
                {list.items.map((letter) => (
                  <SentLetter key={letter.id} letter={letter} />
                ))}
              </List>
              <MoreRows list={list} rowsOf={() => rows.current?.querySelectorAll('li') ?? []} />
            </div>
          )}
        </ListStates>
      </Stack>
    </Page>
  );
}

function SentLetter({ letter: { id, sent_at, option, patient, born, case_name } }: { letter: KeptLetter }) {
  const { t } = useTexts(letterTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const day = format.day(sent_at);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await getLetter(id, locale), `${t('file')}-${sent_at.slice(0, 10)}.pdf`);
      toast({ text: common('toasts.saved') });
    } catch (error) {
      toast({ tone: 'danger', text: problemText(common, problemOf(error)) });
    }
    setBusy(false);
  };
  return (
    <ListRow
      title={patient}
      detail={[
        day,
        option ? common(`codes.answerOption.${option}`) : t('summary'),
        case_name,
        t('born', { day: format.day(born) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <Button
          variant="quiet"
          size="small"
          icon={<DownloadIcon />}
          busy={busy}
          aria-label={t('openLabel', { patient, day })}
          onClick={() => void save()}
        >
          {t('open')}
        </Button>
      }
    />
  );
}
