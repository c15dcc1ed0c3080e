import { useListPreparedDraftsQuery, useTakePreparedDraftMutation } from '@konsil/api/assistants';
import { problemOf } from '@konsil/api/problem';
import { LoadFailed } from '@konsil/common';
import { isTaken, type PreparedDraft, type PreparedKind } from '@konsil/contracts/assistant-states';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Dialog, Section, Stack, Text, from, token, useToast } from '@konsil/ui';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { isAssisting } from '../case-parts/standing-in';
import { preparedTexts } from './texts';

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${token.space[5]};

  ${from.desk} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

type Opened<V> = PreparedDraft & { values: V };

interface PreparedDraftsProps<V> {
  theCase: ProcessOverview;
  of: PreparedKind;
  /** The values of a draft; null if it is empty, or if the form cannot show it. */
  valuesOf: (draft: PreparedDraft) => V | null;
  /** Sentences about the events in the case since the draft was written. */
  sinceOf?: (draft: PreparedDraft) => string[];
  show: (values: V) => ReactNode;
  /** The reader's own text that these values would replace; null if there is none. */
  showReplaced: (values: V) => ReactNode;
  adopt: (values: V) => void;
}

/** The drafts of assistants for a form, which gets one only when the doctor has read it and takes it over. */
export function PreparedDrafts<V>({ valuesOf, sinceOf, ...props }: PreparedDraftsProps<V>) {
  const { theCase, of } = props;
  const { t } = useTexts(preparedTexts);
  const format = useFormat();
  const skip = !theCase.assistants?.allowed || isAssisting(theCase);
  const { data, error, refetch } = useListPreparedDraftsQuery({ id: theCase.id, of }, { skip });
  const [read, setRead] = useState<Opened<V>>();
  if (skip) return null;
  if (!data && error)
    return (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('failed')}
      </LoadFailed>
    );
  const drafts = data ?? [];
  const damaged = drafts.filter((draft) => draft.damaged);
  const shown = drafts.flatMap((draft): Opened<V>[] => {
    const values = valuesOf(draft);
    return values === null ? [] : [{ ...draft, values }];
  });
  // A draft that is being read stays, also when it is gone.
  if (shown.length + damaged.length === 0 && !read) return null;
  return (
    <Stack gap={3} data-print="hide">
      {damaged.map(({ revision, by: name, updated_at: at }) => (
        <Alert key={revision} title={t('by', { name, moment: format.momentWithin(at) })}>
          {t('damaged', { name })}
        </Alert>
      ))}
      {shown.map((draft) => (
        <Offer key={draft.revision} draft={draft} since={sinceOf?.(draft) ?? []} onRead={() => setRead(draft)} />
      ))}
      {read && (
        <Comparison {...props} draft={read} onClose={() => setRead(undefined)} onChanged={() => void refetch()} />
      )}
    </Stack>
  );
}

interface OfferProps {
  draft: PreparedDraft;
  since: string[];
  onRead: () => void;
}

/** A line about a draft: author, date and later events in the case. */
function Offer({ draft, since, onRead }: OfferProps) {
  const { t } = useTexts(preparedTexts);
  const format = useFormat();
  const { by: name, updated_at: at, taken_at: taken } = draft;
  const takenOver = taken && (isTaken(draft) ? t('taken', { moment: format.momentWithin(taken) }) : t('writtenOn'));
  const sentences = [takenOver, ...since].filter(Boolean);
  return (
    <Alert
      title={t('by', { name, moment: format.momentWithin(at) })}
      action={
        <Button variant="secondary" size="small" aria-label={t('readOf', { name })} onClick={onRead}>
          {t('read')}
        </Button>
      }
    >
      {sentences.length > 0 && sentences.join(' ')}
    </Alert>
  );
}

interface ComparisonProps<V>
  extends Pick<PreparedDraftsProps<V>, 'theCase' | 'of' | 'show' | 'showReplaced' | 'adopt'> {
  draft: Opened<V>;
  onClose: () => void;
  /** Called when the draft has changed since it was read. */
  onChanged: () => void;
}

/** The draft as it was when it was opened, beside what the doctor wrote, or above it where there is little room. */
function Comparison<V>({ theCase, of, show, showReplaced, adopt, draft, onClose, onChanged }: ComparisonProps<V>) {
  const { t } = useTexts(preparedTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [take, { isLoading }] = useTakePreparedDraftMutation();
  const { by: name, revision, values } = draft;
  const replaced = showReplaced(values);
  const takeOver = async () => {
    try {
      await take({ id: theCase.id, revision, of }).unwrap();
      adopt(values);
    } catch (error) {
      const problem = problemOf(error);
      const isOld = problem.code === 'conflict';
      toast({ tone: 'danger', text: isOld ? t('changed', { name }) : problemText(common, problem) });
      if (!isOld) return;
      onChanged();
    }
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={common('words.close')}
      size="large"
      title={t('title', { name })}
      description={t(`of.${of}`, { moment: format.momentWithin(draft.updated_at) })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common('words.close')}
          </Button>
          <Button busy={isLoading} onClick={() => void takeOver()}>
            {t(replaced === null ? 'take' : 'replace')}
          </Button>
        </>
      }
    >
      {replaced === null ? (
        show(values)
      ) : (
        <Stack gap={5}>
          <Text as="p">{t('ownText')}</Text>
          <Sides>
            <Section title={t('draft')}>{show(values)}</Section>
            <Section title={t('own')}>{replaced}</Section>
          </Sides>
        </Stack>
      )}
    </Dialog>
  );
}
