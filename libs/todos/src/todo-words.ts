import type { TodoTitle } from '@konsil/contracts/codes';
import { contentBeyondTitle } from '@konsil/contracts/todo-content';
import type { Todo } from '@konsil/contracts/todos';
import { practiceToday, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { todoTexts } from './texts.ts';

type Standing = Pick<Todo, 'deadline' | 'completed_at'> & Partial<Pick<Todo, 'dropped'>>;

/** Open and past its due date. `today` is `YYYY-MM-DD`. */
export const isOverdue = ({ deadline, completed_at }: Standing, today = practiceToday()): boolean =>
  completed_at === null && deadline < today;

type OfUsualKind = { title_code: Exclude<TodoTitle, 'other' | 'none'> };
/** A built-in kind: its title is translated. */
export const isOfUsualKind = <T extends Pick<Todo, 'title_code'>>(todo: T): todo is T & OfUsualKind =>
  todo.title_code !== 'other' && todo.title_code !== 'none';

/** A ToDo's title and due date as text. */
export const useTodoWords = () => {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  return {
    /** Titles of built-in kinds are translated, others shown as written. */
    title: (todo: Pick<Todo, 'title' | 'title_code'>): string =>
      isOfUsualKind(todo) ? common(`codes.todoTitle.${todo.title_code}`) : todo.title,
    content: contentBeyondTitle,
    /** The due date, how long it is overdue, or when it was done; a short date has a two-letter weekday. */
    when: (todo: Standing, days: 'long' | 'short' = 'long'): string => {
      const dayIn = days === 'long' ? format.dayLong : format.dayShort;
      if (todo.completed_at && todo.dropped) return t('dropped', { day: dayIn(todo.completed_at) });
      if (todo.completed_at) return t('doneOn', { day: dayIn(todo.completed_at) });
      if (isOverdue(todo)) return t('overdue', { day: dayIn(todo.deadline) });
      return todo.deadline === practiceToday() ? t('today') : t('by', { day: dayIn(todo.deadline) });
    },
  };
};
