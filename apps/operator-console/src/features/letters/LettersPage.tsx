import { useState } from 'react';
import { useConsoleLettersQuery, useGiveUpLettersMutation, useRetryLettersMutation } from '@konsil/api/console-letters';
import { problemOf } from '@konsil/api/problem';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { letterStates } from '@konsil/contracts/console-letters';
import type { ConsoleLetter, LetterState } from '@konsil/contracts/console-letters';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Badge,
  Button,
  ChoiceChips,
  EmptyState,
  List,
  ListRow,
  Page,
  PageTitle,
  RetryIcon,
  Row,
  SendIcon,
  Stack,
  Text,
  useToast,
} from '@konsil/ui';
import { lettersTexts } from './texts';

// As often as today's numbers.
const againMs = 60_000;

function LetterRow({
  letter,
  state,
  onRetry,
  onGiveUp,
}: {
  letter: ConsoleLetter;
  state: LetterState;
  onRetry: () => void;
  onGiveUp: () => void;
}) {
  const { t } = useTexts(lettersTexts);
  const format = useFormat();
  const to = letter.to || t('noRecipient');
  const details = [
    t(`at.${state}`, {
      channel: t(`channel.${letter.channel}`),
      count: letter.attempts,
      at: format.momentWithin(letter.failed_at ?? letter.due_at),
    }),
    letter.error && t('error', { error: letter.error }),
    state === 'failed' && !letter.can_retry && t('gone'),
  ];
  return (
    <ListRow
      title={to}
      detail={details.filter(Boolean).join(' · ')}
      state={state === 'failed' && <Badge tone="danger">{t(`reason.${letter.failure ?? 'unknown'}`)}</Badge>}
    >
      {(letter.can_retry || state === 'failed') && (
        <Row>
          {letter.can_retry && (
            <Button variant="secondary" size="small" aria-label={`${t('retry')}: ${to}`} onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          {state === 'failed' && (
            <Button variant="quiet" size="small" aria-label={`${t('giveUp')}: ${to}`} onClick={onGiveUp}>
              {t('giveUp')}
            </Button>
          )}
        </Row>
      )}
    </ListRow>
  );
}

/** E-mails and SMS that wait or failed. */
export default function LettersPage() {
  const { t } = useTexts(lettersTexts);
  const { t: c } = useCommon();
  const toast = useToast();
  const act = useAction();
  const [state, setState] = useState<LetterState>('failed');
  const { currentData, error, refetch } = useConsoleLettersQuery(state, {
    pollingInterval: againMs,
    skipPollingIfUnfocused: true,
  });
  const [retry, { isLoading }] = useRetryLettersMutation();
  const [giveUp] = useGiveUpLettersMutation();
  const again = async (ids: string[]) => {
    try {
      const { changed } = await retry({ ids }).unwrap();
      toast({ text: changed > 0 ? t('retried', { count: changed }) : t('notRetried') });
    } catch (failure) {
      toast({ tone: 'danger', text: problemText(c, problemOf(failure)) });
    }
  };
  const useful = currentData?.items.filter(({ can_retry: can }) => can).map(({ id }) => id) ?? [];
  return (
    <Page>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack gap={4}>
        <Row justify="between">
          <ChoiceChips
            legend={t('show')}
            name="state"
            value={state}
            options={letterStates.map((value) => ({ value, label: t(`states.${value}`) })).reverse()}
            onChange={({ target }) => setState(target.value as LetterState)}
          />
          {state === 'failed' && useful.length > 0 && (
            <Button icon={<RetryIcon />} busy={isLoading} onClick={() => void again(useful)}>
              {t('retryAll', { count: useful.length })}
            </Button>
          )}
        </Row>
        {!currentData && !error && <Waiting rows={3} label={t('loading')} />}
        {!currentData && error && (
          <LoadFailed problem={error} onRetry={refetch}>
            {t('failed')}
          </LoadFailed>
        )}
        {currentData?.items.length === 0 && <EmptyState icon={<SendIcon />}>{t(`none.${state}`)}</EmptyState>}
        {currentData && currentData.items.length > 0 && (
          <List>
            {currentData.items.map((letter) => (
              <LetterRow
                key={letter.id}
                letter={letter}
                state={state}
                onRetry={() => void again([letter.id])}
                onGiveUp={() => void act(giveUp({ ids: [letter.id] }).unwrap(), { text: t('givenUp') })}
              />
            ))}
          </List>
        )}
        {currentData && currentData.total > currentData.items.length && (
          <Text tone="muted">{t('more', { shown: currentData.items.length, total: currentData.total })}</Text>
        )}
      </Stack>
    </Page>
  );
}
