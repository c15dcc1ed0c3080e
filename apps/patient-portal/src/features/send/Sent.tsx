import { useEffect, useRef } from 'react';
import { useGetCaseQuery } from '@konsil/api/cases';
import { problemOf } from '@konsil/api/problem';
import { useListSendingsQuery, useTakeBackSendingMutation } from '@konsil/api/sendings';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Request } from '@konsil/contracts/requests';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Button,
  ButtonLink,
  Card,
  Page,
  PageTitle,
  Row,
  Section,
  Stack,
  TurnPill,
  useToast,
  WaitIcon,
} from '@konsil/ui';
import { useAnswerNotification } from '../cases/use-answer-told.tsx';
import { paths } from '../paths.ts';
import { sendTexts } from './texts.ts';

interface SentProps {
  theCase: ProcessOverview;
  request: Request;
  /** Called once the request was taken back, and can be sent again. */
  onTakenBack: () => void;
}

/** The request while it is held; calls `onTakenBack` once it is neither held nor in the case. */
const useHeldRequest = ({ theCase, request, onTakenBack }: SentProps) => {
  const { data: sendings, isFetching } = useListSendingsQuery();
  const { refetch } = useGetCaseQuery(theCase.id);
  const wasHeld = useRef(false);
  const held = sendings?.find(({ id }) => id === request.id);
  const isGone = sendings !== undefined && !isFetching && !held;
  useEffect(() => {
    if (held) wasHeld.current = true;
    if (!isGone || !wasHeld.current) return undefined;
    let isShown = true;
    // Only the case tells a delivery from an undo, and it may be older than the list.
    void refetch().then(({ data }) => {
      if (isShown && data && !data.requests.some(({ id }) => id === request.id)) onTakenBack();
    });
    return () => {
      isShown = false;
    };
  }, [held, isGone, refetch, request.id, onTakenBack]);
  return held;
};

/** Confirmation that the case was sent; once its delivery failed, that it was not. */
export function SentConfirmation(props: SentProps) {
  const held = useHeldRequest(props);
  return held?.failed ? <NotDelivered {...props} lost={held.failed === 'not_found'} /> : <OnItsWay {...props} />;
}

/** Focuses the title at the top of the page. */
const useStartOfPage = () => {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    page.current?.querySelector<HTMLElement>('h1')?.focus();
  }, []);
  return page;
};

/** Says that the request was not delivered, as the bar at the foot does, and leads back to its form. */
function NotDelivered({ theCase, request, lost }: SentProps & { lost: boolean }) {
  const { t } = useTexts(sendTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [takeBack, { isLoading }] = useTakeBackSendingMutation();
  const page = useStartOfPage();
  const again = () =>
    takeBack({ id: request.id })
      .unwrap()
      .catch((failure: unknown) => toast({ tone: 'danger', text: problemText(common, problemOf(failure)) }));
  return (
    <Page>
      <div ref={page}>
        <PageTitle lead={t('sent.failed.lead', { doctor: shortDoctorName(theCase.doctor.name) })}>
          {t('sent.failed.title')}
        </PageTitle>
      </div>
      <Row>
        {!lost && (
          <Button busy={isLoading} onClick={() => void again()}>
            {t('sent.failed.again')}
          </Button>
        )}
        <ButtonLink variant="secondary" to={paths.case(theCase.id)}>
          {t('sent.toCase')}
        </ButtonLink>
      </Row>
    </Page>
  );
}

/** Expected answer day and what happens until then. */
function OnItsWay({ theCase, request }: SentProps) {
  const { t } = useTexts(sendTexts);
  const format = useFormat();
  const told = useAnswerNotification(request.answer_due_on);
  const page = useStartOfPage();
  const doctor = shortDoctorName(theCase.doctor.name);
  return (
    <Page>
      <div ref={page}>
        <PageTitle lead={t('sent.lead', { doctor })}>{t('sent.title')}</PageTitle>
      </div>
      <Row>
        <TurnPill tone="other">{t('sent.when', { day: format.dayLong(request.answer_due_on) })}</TurnPill>
      </Row>
      <Card>
        <Section title={t('sent.next')}>
          <Stack as="ul" gap={3}>
            {[t('sent.steps.read', { doctor }), told, t('sent.steps.add')].map(
              (step, at) =>
                step && (
                  <li key={at}>
                    <Row gap={3} wrap={false} align="start">
                      <WaitIcon />
                      <span>{step}</span>
                    </Row>
                  </li>
                ),
            )}
          </Stack>
        </Section>
      </Card>
      <Row>
        <ButtonLink to={paths.case(theCase.id)}>{t('sent.toCase')}</ButtonLink>
      </Row>
    </Page>
  );
}
