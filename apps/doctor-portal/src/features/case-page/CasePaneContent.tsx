import { useWithdrawSendingMutation } from '@konsil/api/sendings';
import {
  AcceptedAppointment,
  AnswerLetter,
  AnswerSheet,
  CaseTimeline,
  CourseSheet,
  LetterButton,
  PrintedLetter,
  useAppointmentOf,
} from '@konsil/cases';
import { WithdrawButton } from '@konsil/common';
import type { ProcessOverview, QueuedCase } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { CaseThread } from '@konsil/messages';
import { CaseTodoList } from '@konsil/todos';
import { AddIcon, Button, ButtonLink, PrintIcon, Row, Stack, useDesk } from '@konsil/ui';
import { useLocation, useSearchParams } from 'react-router-dom';
import { AnswerPane } from '../answer/AnswerPane';
import { PreparePane } from '../answer/PreparePane';
import { FullHeightPane } from '../answer/answer-parts';
import { EpicrisisView } from '../epicrisis/EpicrisisView';
import { PrepareSummaryPane } from '../epicrisis/PrepareSummaryPane';
import { WaitingSummaries } from '../epicrisis/WaitingSummaries';
import { usePracticeHead } from '../letters/use-practice-head';
import { useAttachable } from '../messages/use-attachable';
import { ReplyButton } from '../messages/ReplyButton';
import { paths } from '../paths';
import { CasePools } from '../pools/CasePools';
import { SecondLooks } from '../second-looks/SecondLooks';
import { AnamnesisPane } from '../case/AnamnesisPane';
import { AnamnesisSheet } from './AnamnesisSheet';
import { AppointmentCard } from './AppointmentCard';
import { PaneFoot } from '../case-parts/case-parts';
import type { CasePane } from './case-panes';
import { Deputies } from './Deputies';
import { CaseAssistants } from '../assistants/CaseAssistants';
import { OverviewContent } from '../case/Overview';
import { isAssisting, isStandIn } from '../case-parts/standing-in';
import { caseTexts } from '../case-parts/texts';
import { keepShown, timelinePlaces } from '../case/timeline-places';

interface CasePaneContentProps {
  pane: CasePane;
  theCase: ProcessOverview;
  afterAnswer: (next?: QueuedCase) => void;
}

/** The content of the pane beside the document. */
export function CasePaneContent({ pane, theCase, afterAnswer }: CasePaneContentProps) {
  switch (pane) {
    case 'answer':
      return (
        <>
          <FullHeightPane data-print="hide">
            {isAssisting(theCase) ? (
              <PreparePane theCase={theCase} />
            ) : (
              <AnswerPane theCase={theCase} onSent={afterAnswer} />
            )}
          </FullHeightPane>
          <AnamnesisSheet theCase={theCase} />
        </>
      );
    case 'anamnesis':
      return (
        <>
          <AnamnesisSheet theCase={theCase} />
          <OnScreenAnamnesis theCase={theCase} />
        </>
      );
    case 'course':
      return <CoursePane theCase={theCase} />;
    case 'epicrisis':
      return isAssisting(theCase) ? (
        <PrepareSummaryPane theCase={theCase} />
      ) : (
        <Stack gap={4}>
          <WaitingSummaries theCase={theCase} />
          <EpicrisisView patientId={theCase.patient.id} caseId={theCase.id} />
        </Stack>
      );
    case 'messages':
      return <MessagesPane theCase={theCase} />;
    case 'todos':
      return <TodosPane theCase={theCase} />;
  }
}

/** Below a desktop nothing stands beside it, so that it is the overview of the case, too. */
function OnScreenAnamnesis({ theCase }: { theCase: ProcessOverview }) {
  return useDesk() ? <AnamnesisPane theCase={theCase} /> : <OverviewContent theCase={theCase} />;
}

function CoursePane({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const [params] = useSearchParams();
  const shown = theCase.answers.find(({ id }) => id === params.get('answer'));
  const agreed = useAppointmentOf(theCase);
  const practice = usePracticeHead();
  const [withdraw] = useWithdrawSendingMutation();
  const desk = useDesk();
  const documentPath = (documentId: string) =>
    desk && shown
      ? `${paths.givenAnswer(theCase, shown.id)}&document=${documentId}`
      : paths.document(theCase, documentId);
  return (
    <Stack>
      <Row justify="end" data-print="hide">
        <Button variant="quiet" size="small" icon={<PrintIcon />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Row>
      <PrintedLetter patient={theCase.patient} practice={practice}>
        {shown ? (
          <AnswerSheet answer={shown} theCase={theCase} />
        ) : (
          <CourseSheet theCase={theCase} optionWords="answerOption" />
        )}
      </PrintedLetter>
      {!shown && <Deputies theCase={theCase} />}
      {!shown && <CaseAssistants theCase={theCase} />}
      {!shown && !isStandIn(theCase) && <CasePools theCase={theCase} />}
      {!shown && !isStandIn(theCase) && <SecondLooks theCase={theCase} />}
      {agreed && agreed !== shown && <AppointmentCard answer={agreed} theCase={theCase} />}
      {shown && (
        <AnswerLetter
          answer={shown}
          reader="doctor"
          documentPath={documentPath}
          actions={
            <Row data-print="hide">
              <LetterButton answer={shown} />
              {shown.withdrawable && (
                <WithdrawButton
                  kind="answer"
                  withdraw={() =>
                    withdraw({ id: shown.id, caseId: theCase.id, patientId: theCase.patient.id }).unwrap()
                  }
                  formPath={paths.answer(theCase)}
                />
              )}
            </Row>
          }
          appointment={
            shown.appointment?.accepted ? (
              <AcceptedAppointment answer={shown} theCase={theCase} reader="doctor" standsIn={isStandIn(theCase)} />
            ) : undefined
          }
        />
      )}
      <CaseTimeline
        theCase={theCase}
        optionWords="answerOption"
        places={{
          ...timelinePlaces(theCase, params),
          formOf: (kind) => (kind === 'message' ? paths.caseMessages(theCase) : paths.answer(theCase)),
        }}
      />
    </Stack>
  );
}

function MessagesPane({ theCase }: { theCase: ProcessOverview }) {
  const attachable = useAttachable(theCase);
  const desk = useDesk();
  const reply = <ReplyButton theCase={theCase} />;
  return (
    <Stack gap={4}>
      {desk && reply}
      <CaseThread
        caseId={theCase.id}
        documents={theCase.documents.map(attachable)}
        formPath={paths.caseMessages(theCase)}
      />
      {!desk && <PaneFoot>{reply}</PaneFoot>}
    </Stack>
  );
}

function TodosPane({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  // The document stays open beside the form and the answer.
  const { search } = useLocation();
  const [params] = useSearchParams();
  return (
    <CaseTodoList
      caseId={theCase.id}
      reader="doctor"
      showPriority
      editPath={({ id, created_by: by }) => (by.mine ? `${paths.editTodo(theCase, id)}${search}` : undefined)}
      answerPath={(_, answerId) => keepShown(paths.givenAnswer(theCase, answerId), params)}
      action={
        <ButtonLink variant="secondary" size="small" icon={<AddIcon />} to={`${paths.newTodo(theCase)}${search}`}>
          {t('todos.new')}
        </ButtonLink>
      }
    />
  );
}
