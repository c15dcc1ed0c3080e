import type { Todo } from '@konsil/contracts/todos';
import { useTexts } from '@konsil/i18n';
import { TodoList } from '@konsil/todos';
import { Page, PageTitle, Section } from '@konsil/ui';
import { paths } from '../paths';
import { todoPageTexts } from './texts';

const caseOf = ({ case_id, patient }: Todo) => ({ id: case_id, patient });

/** A doctor looks here for what they have to do. */
const usual = { state: 'open', assignee: 'doctor' } as const;

/** The ToDos of all cases of this doctor. */
export default function TodosPage() {
  const { t } = useTexts(todoPageTexts);
  return (
    <Page width="wide">
      <PageTitle>{t('title')}</PageTitle>
      <Section title={t('list')} titleHidden>
        <TodoList
          reader="doctor"
          usual={usual}
          showPriority
          casePath={(todo) => paths.case(caseOf(todo))}
          editPath={(todo) => (todo.created_by.mine ? paths.editTodo(caseOf(todo), todo.id) : undefined)}
          answerPath={(todo, answerId) => paths.givenAnswer(caseOf(todo), answerId)}
        />
      </Section>
    </Page>
  );
}
