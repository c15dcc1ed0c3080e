import { useListCaseTodosInfiniteQuery, useAddTodoMutation, useUpdateTodoMutation } from '@konsil/api/todos';
import { listOf } from '@konsil/api/lists';
import { LoadFailed, Waiting } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import { EditTodoForm, NewTodoForm } from '@konsil/todos';
import { Alert, BackLink, Page, PageTitle, useToast } from '@konsil/ui';
import { useNavigate, useParams } from 'react-router-dom';
import { OfCase } from '../case/OfCase';
import { paths } from '../paths';
import { todoPageTexts } from './texts';

const both = ['patient', 'doctor'] as const;

/** Adds or edits a ToDo of a case. */
export default function TodoPage() {
  const { patientId = '', caseId = '', todoId } = useParams();
  const { t } = useTexts(todoPageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigate();
  const [add] = useAddTodoMutation();
  const [update] = useUpdateTodoMutation();
  const todos = listOf(useListCaseTodosInfiniteQuery({ caseId, limit: '200' }, { skip: !todoId }));
  const todo = todos.items.find(({ id }) => id === todoId);
  const back = `${paths.case({ id: caseId, patient: { id: patientId } })}/todos`;

  const done = (words: string) => {
    toast({ text: words, tone: 'success' });
    void navigate(back);
  };
  const content = () => {
    if (!todoId)
      return (
        <NewTodoForm
          caseId={caseId}
          assignees={both}
          showPriority
          cancelPath={back}
          save={(body) =>
            add({ caseId, body })
              .unwrap()
              .then(() => done(common('toasts.todoAdded')))
          }
        />
      );
    if (todos.isLoading) return <Waiting label={t('loading')} />;
    if (!todo && todos.problem)
      return (
        <LoadFailed problem={todos.problem} onRetry={todos.retry}>
          {t('failed')}
        </LoadFailed>
      );
    if (!todo) return <Alert tone="warning">{t('missing')}</Alert>;
    return (
      <EditTodoForm
        todo={todo}
        assignees={both}
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
  return (
    <OfCase>
      {() => (
        <Page>
          <PageTitle back={<BackLink to={back}>{t('title')}</BackLink>}>{t(todoId ? 'edit' : 'new')}</PageTitle>
          {content()}
        </Page>
      )}
    </OfCase>
  );
}
