import { useParams } from 'react-router-dom';
import { useIntent } from '@konsil/api/intent';
import { isGone, problemOf } from '@konsil/api/problem';
import { useAddTodoMutation, useGetTodoQuery, useUpdateTodoMutation } from '@konsil/api/todos';
import { LoadFailed, Waiting, useNavigateFromHere } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { Todo } from '@konsil/contracts/todos';
import { useCommon, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import { CaseTodoList, EditTodoForm, NewTodoForm, TodoList, TodoRow } from '@konsil/todos';
import { AddIcon, BackLink, ButtonLink, List, Page, PageTitle, Row, Stack, useToast } from '@konsil/ui';
import { CaseFrame, WithCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { todoPageTexts } from './texts.ts';

const ownOnly = (todo: Todo) => (todo.created_by.mine ? paths.editTodo(todo.case_id, todo.id) : undefined);

const answerOf = ({ case_id: caseId }: Todo, answerId: string) => paths.answer(caseId, answerId);

/** The ToDos of one case. */
export function CaseTodosPage() {
  const { t } = useTexts(todoPageTexts);
  return (
    <CaseFrame tab="todos">
      {({ id }) => (
        <CaseTodoList
          caseId={id}
          only="patient"
          editPath={ownOnly}
          answerPath={answerOf}
          action={
            <ButtonLink variant="secondary" size="small" to={paths.newTodo(id)} icon={<AddIcon />}>
              {t('new')}
            </ButtonLink>
          }
        />
      )}
    </CaseFrame>
  );
}

/** The ToDos of all cases. */
export function TodosPage() {
  const { t } = useTexts(todoPageTexts);
  return (
    <Page>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <TodoList
        only="patient"
        editPath={ownOnly}
        answerPath={answerOf}
        casePath={({ case_id }) => paths.caseTodos(case_id)}
      />
    </Page>
  );
}

/** Adds a ToDo for the account holder. */
export function NewTodoPage() {
  const { t } = useTexts(todoPageTexts);
  const { t: common } = useCommon();
  const navigate = useNavigateFromHere();
  const toast = useToast();
  const [add] = useAddTodoMutation();
  const intend = useIntent();
  return (
    <WithCase>
      {({ id, case_name: name }) => (
        <Page>
          <PageTitle back={<BackLink to={paths.caseTodos(id)}>{name}</BackLink>} lead={t('newLead')}>
            {t('new')}
          </PageTitle>
          <NewTodoForm
            draftKey={`todo:${id}`}
            assignees={['patient']}
            cancelPath={paths.caseTodos(id)}
            save={async (body) => {
              await intend([id, body], (key) => add({ caseId: id, body, key }).unwrap());
              toast({ text: common('toasts.todoAdded') });
              navigate(paths.caseTodos(id));
            }}
          />
        </Page>
      )}
    </WithCase>
  );
}

/** Edits the user's own ToDo; one from the doctor can be read and ticked. */
export function EditTodoPage() {
  const { t } = useTexts(todoPageTexts);
  const { t: common } = useCommon();
  const { caseId = '', todoId = '' } = useParams();
  const navigate = useNavigateFromHere();
  const toast = useToast();
  const [update] = useUpdateTodoMutation();
  const { data, error, isLoading, refetch } = useGetTodoQuery({ id: todoId, caseId });
  const todo = data?.case_id === caseId ? data : undefined;
  const failed = error && !isGone(error) ? problemOf(error) : undefined;
  return (
    <WithCase>
      {({ case_name: name }) => (
        <Page>
          <PageTitle back={<BackLink to={paths.caseTodos(caseId)}>{name}</BackLink>}>
            {t(!todo && !isLoading && !failed ? 'gone' : todo && !todo.created_by.mine ? 'view' : 'edit')}
          </PageTitle>
          {!todo && isLoading && <Waiting />}
          {!todo && failed && <LoadFailed problem={failed} onRetry={refetch} />}
          {todo && !todo.created_by.mine && <GivenTodo todo={todo} />}
          {todo?.created_by.mine && (
            <EditTodoForm
              todo={todo}
              assignees={['patient']}
              cancelPath={paths.caseTodos(caseId)}
              save={async (values, version) => {
                await update({ id: todo.id, body: { ...values, version } }).unwrap();
                toast({ text: common('toasts.todoUpdated') });
                navigate(paths.caseTodos(caseId));
              }}
            />
          )}
        </Page>
      )}
    </WithCase>
  );
}

/** A ToDo written by the other side: only its author edits it, its assignee ticks it. */
function GivenTodo({ todo }: { todo: Todo }) {
  const { t } = useTexts(todoPageTexts);
  const name = useAuthorName()(todo.created_by, { patient: fullName(todo.patient) });
  const own = todo.assignee === 'patient';
  return (
    <Stack>
      <p>{t(own ? 'given' : 'notYours', { name })}</p>
      <List>
        <TodoRow todo={todo} mayTick={() => own} answerPath={answerOf} />
      </List>
      <Row>
        <ButtonLink variant="secondary" to={paths.caseTodos(todo.case_id)}>
          {t('toTodos')}
        </ButtonLink>
      </Row>
    </Stack>
  );
}
