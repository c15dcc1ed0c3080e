import { saveFile } from '@konsil/api/file';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { formatTags } from '@konsil/contracts/first-codes';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import type { Todo } from '@konsil/contracts/todos';
import { useTodoWords } from '@konsil/todos';
import { Button, DateIcon, DoneIcon, Row, Section, Stack, Text, TextLink, token, useToast } from '@konsil/ui';
import { styled } from 'styled-components';
import { paths } from '../paths.ts';
import { useOwnTodos } from './CaseStanding.tsx';
import { casePageTexts } from './texts.ts';
import { todoCalendar } from './todo-calendar.ts';

const Steps = styled.ol`
  display: grid;
  gap: ${token.space[4]};

  > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: ${token.space[4]};
  }
`;
const DayTile = styled.span`
  display: grid;
  justify-items: center;
  min-inline-size: ${token.space[7]};
  padding: ${token.space[2]};
  background: ${token.color.surfaceSunken};
  border-radius: ${token.radius.control};
  line-height: ${token.lineHeight.heading};

  strong {
    font-size: ${token.fontSize.heading3};
  }
  span {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.caption};
  }
`;

/** The ToDos that came with an answer, with their dates. */
export function AnswerSteps({ answer, theCase }: { answer: Answer; theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const todos = useOwnTodos(theCase.id).items.filter((todo) => todo.answer_id === answer.id && !todo.dropped);
  if (todos.length === 0) return null;
  return (
    <Section title={t('page.steps.title')} headingLevel={4}>
      <Steps>
        {todos.map((todo) => (
          <Step key={todo.id} todo={todo} />
        ))}
      </Steps>
    </Section>
  );
}

function Step({ todo }: { todo: Todo }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const words = useTodoWords();
  const toast = useToast();
  const title = words.title(todo);
  const content = words.content(todo);
  const open = todo.completed_at === null;
  const save = () => {
    const entry = todoCalendar(todo, t('page.steps.entry'), new Date());
    saveFile(new Blob([entry], { type: 'text/calendar' }), 'konsil.ics');
    toast({ text: common('toasts.saved') });
  };
  return (
    <li>
      <Tile day={todo.deadline} />
      <Stack gap={1}>
        <TextLink standalone to={paths.editTodo(todo.case_id, todo.id)}>
          <strong>{title}</strong>
        </TextLink>
        {content && <Text as="p">{content}</Text>}
        <Text as="p" size="small" tone={open ? 'muted' : 'success'}>
          {!open && <DoneIcon />} {words.when(todo)}
        </Text>
        {open && (
          <Row data-print="hide">
            <Button
              variant="secondary"
              size="small"
              icon={<DateIcon />}
              aria-label={t('page.steps.calendarFor', { title })}
              onClick={save}
            >
              {t('page.steps.calendar')}
            </Button>
          </Row>
        )}
      </Stack>
    </li>
  );
}

/** The day in large digits, beside the written date. */
function Tile({ day }: { day: string }) {
  const tag = formatTags[useLocale()];
  const at = new Date(`${day}T12:00:00Z`);
  return (
    <DayTile aria-hidden="true">
      <strong>{at.getUTCDate()}</strong>
      <span>{new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' }).format(at)}</span>
    </DayTile>
  );
}
