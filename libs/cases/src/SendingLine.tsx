import { useDeliverSendingMutation, useListSendingsQuery, useTakeBackSendingMutation } from '@konsil/api/sendings';
import { serverNow } from '@konsil/api/server-clock';
import type { Sending } from '@konsil/contracts/sendings';
import { useTexts } from '@konsil/i18n';
import { Button, Row, Text, useToast } from '@konsil/ui';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SendingsBarProps } from './SendingsBar.tsx';
import { caseTexts } from './texts.ts';

const secondsUntil = (moment: string): number =>
  Math.max(0, Math.ceil((Date.parse(moment) - Date.parse(serverNow())) / 1000));

/** The texts for a submission in this state. */
const wordsOf = ({ failed }: Sending) => {
  if (!failed) return { text: 'waits', act: 'takeBack' } as const;
  if (failed === 'not_found') return { text: 'lost', act: 'understood' } as const;
  return { text: failed === 'consent_withdrawn' ? 'unconsented' : 'failed', act: 'goOn' } as const;
};

/** One pending submission, with the time left to undo it. */
export function SendingLine({ sending, formPath }: SendingsBarProps & { sending: Sending }) {
  const { t } = useTexts(caseTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const { refetch } = useListSendingsQuery();
  const [takeBack, taking] = useTakeBackSendingMutation();
  const [deliver, delivering] = useDeliverSendingMutation();
  const [left, setLeft] = useState(() => secondsUntil(sending.due_at));
  const { id, kind, case_id: caseId, case_name: name, failed } = sending;
  const words = wordsOf(sending);

  useEffect(() => {
    if (failed) return undefined;
    const timer = setInterval(() => {
      setLeft(secondsUntil(sending.due_at));
      // The server reports the delivery by a live event; refetch in case the connection was lost.
      if (secondsUntil(sending.due_at) === 0) void refetch();
    }, 1000);
    return () => clearInterval(timer);
  }, [sending.due_at, failed, refetch]);

  const back = () =>
    takeBack({ id })
      .unwrap()
      .then(
        ({ lost }) => {
          if (lost && failed !== 'not_found') toast({ tone: 'danger', text: t(`sendings.lost.${kind}`) });
          if (lost) return;
          // Same id: replaces the toast that said it was sent.
          toast({ id: 'sent', text: t('sendings.tookBack') });
          void navigate(formPath(sending));
        },
        () => toast({ tone: 'danger', text: t('sendings.late') }),
      );
  const now = () =>
    deliver({ id, caseId })
      .unwrap()
      .catch(() => toast({ tone: 'danger', text: t('sendings.failedNow') }));
  const named = (word: string) => `${word}: ${[t(`sendings.kind.${kind}`), name].filter(Boolean).join(', ')}`;
  return (
    <Row justify="between" gap={2}>
      <Text as="p">
        <span role="status">{t(`sendings.${words.text}.${kind}`, { name })}</span>
        {!failed && <span aria-hidden> {t('sendings.left', { count: left })}</span>}
      </Text>
      <Row gap={2}>
        <Button
          size="small"
          variant="secondary"
          busy={taking.isLoading}
          aria-label={named(t(`sendings.${words.act}`))}
          onClick={() => void back()}
        >
          {t(`sendings.${words.act}`)}
        </Button>
        {!failed && (
          <Button
            size="small"
            variant="quiet"
            busy={delivering.isLoading}
            aria-label={named(t('sendings.now'))}
            onClick={() => void now()}
          >
            {t('sendings.now')}
          </Button>
        )}
      </Row>
    </Row>
  );
}
