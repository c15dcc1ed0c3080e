import { useIntent } from '@konsil/api/intent';
import { isGone, problemOf } from '@konsil/api/problem';
import { useAddTodoMutation, useGetTodoQuery, useUpdateTodoMutation } from '@konsil/api/todos';
import { LoadFailed, Waiting, useNavigateFromHere } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Todo } from '@konsil/contracts/todos';
import { EditTodoForm, NewTodoForm, TodoRow } from '@konsil/todos';
import { Alert, BackLink, ButtonLink, later, List, Page, PageTitle, Row, Stack, useToast } from '@konsil/ui';
import { useLocation, useParams } from 'react-router-dom';
import { WithCase } from '../case/OfCase';
import { paths } from '../paths';
import { todoPageTexts } from './texts';

// Loaded with the first such page: the viewer is heavy, and a small screen shows the form alone.
const BesideDocuments = later(() => import('../case/BesideDocuments').then((module) => module.BesideDocuments));

const both = ['patient', 'doctor'] as const;

/** Adds or edits a ToDo of a case, beside its documents. */
export default function TodoPage() {
  const { patientId = '', caseId = '', todoId } = useParams();
  const { t } = useTexts(todoPageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigateFromHere();
  const [add] = useAddTodoMutation();
  const intend = useIntent();
  const [update] = useUpdateTodoMutation();
  const { data, error, isLoading, refetch } = useGetTodoQuery({ id: todoId ?? '', caseId }, { skip: !todoId });
  const todo = data?.case_id === caseId ? data : undefined;
  // The document stays open.
  const { search } = useLocation();
  const back = `${paths.case({ id: caseId, patient: { id: patientId } })}/todos${search}`;

  const done = (words: string) => {
    toast({ text: words, tone: 'success' });
    navigate(back);
  };
  const content = (theCase: ProcessOverview) => {
    const names = { patient: theCase.account_name, doctor: theCase.doctor.name };
    if (!todoId)
      return (
        <NewTodoForm
          draftKey={`todo:${caseId}`}
          assignees={both}
          names={names}
          showPriority
          cancelPath={back}
          save={(body) =>
            intend([caseId, body], (key) => add({ caseId, body, key }).unwrap()).then(() =>
              done(common('toasts.todoAdded')),
            )
          }
        />
      );
    if (isLoading) return <Waiting label={t('loading')} />;
    if (!todo && error && !isGone(error))
      return (
        <LoadFailed problem={problemOf(error)} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      );
    if (!todo) return <Alert tone="warning">{t('missing')}</Alert>;
    if (!todo.created_by.mine) return <GivenTodo todo={todo} backPath={back} />;
    return (
      <EditTodoForm
        todo={todo}
        assignees={both}
        names={names}
        showPriority
        cancelPath={back}
        save={(values, version) =>
          update({ id: todo.id, body: { ...values, version } })
            .unwrap()
            .then(() => done(common('toasts.todoUpdated')))
        }
      />
    );
  };
  const title = t(todoId ? (todo && !todo.created_by.mine ? 'view' : 'edit') : 'new');
  return (
    <WithCase>
      {(theCase) => (
        <BesideDocuments theCase={theCase} meanwhile={<Waiting label={t('loading')} />}>
          <Page>
            <PageTitle back={<BackLink to={back}>{t('title')}</BackLink>}>{title}</PageTitle>
            {content(theCase)}
          </Page>
        </BesideDocuments>
      )}
    </WithCase>
  );
}

/** A ToDo written by somebody else: only its author edits it, its assignee ticks it. */
function GivenTodo({ todo, backPath }: { todo: Todo; backPath: string }) {
  const { t } = useTexts(todoPageTexts);
  const { name } = todo.created_by;
  const own = todo.assignee === 'doctor';
  return (
    <Stack>
      <p>{t(own ? 'given' : 'notYours', { name })}</p>
      <List>
        <TodoRow todo={todo} mayTick={() => own} showPriority />
      </List>
      <Row>
        <ButtonLink variant="secondary" to={backPath}>
          {t('toTodos')}
        </ButtonLink>
      </Row>
    </Stack>
  );
}
