import type { Role } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import type { Todo } from '@konsil/contracts/todos';
import { useCommon, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import {
  Badge,
  CloseIcon,
  DateIcon,
  DoneIcon,
  EditIcon,
  IconLink,
  OpenTaskIcon,
  PriorityMark,
  Text,
  TextLink,
  VisuallyHidden,
} from '@konsil/ui';
import { todoTexts } from './texts.ts';
import { Facts, LineWords, Row, Words } from './todo-parts.ts';
import { isOverdue, useTodoWords } from './todo-words.ts';
import { useTick } from './use-tick.ts';

export interface TodoRowProps {
  todo: Todo;
  /** The edit page; undefined where the reader may not edit. */
  editPath?: ((todo: Todo) => string | undefined) | undefined;
  /** The page of the answer that created it. */
  answerPath?: ((todo: Todo, answerId: string) => string) | undefined;
  /** The reader's side, where both sides' ToDos can be ticked: own ones are "for you". */
  reader?: Role | undefined;
  /** The page of its case, in lists over several cases. */
  casePath?: ((todo: Todo) => string) | undefined;
  /** True if the reader can tick a ToDo; the others show their assignee. By default, all can be ticked. */
  mayTick?: ((todo: Todo) => boolean) | undefined;
  /** Priority is only for doctors. */
  showPriority?: boolean | undefined;
}

/** One ToDo with its checkbox. */
export function TodoRow({
  todo,
  reader,
  editPath,
  answerPath,
  casePath,
  mayTick = () => true,
  showPriority = false,
}: TodoRowProps) {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const authorName = useAuthorName();
  const words = useTodoWords();
  const { done, tick } = useTick(todo);
  const title = words.title(todo);
  const content = words.content(todo);
  const editAt = editPath?.(todo);
  // A doctor's list over all cases: one line each, where there is room.
  const inLines = Boolean(casePath) && showPriority;
  const Box = inLines ? LineWords : Words;
  const when = words.when(todo, inLines ? 'short' : 'long');
  // A dropped ToDo was not done, and cannot be ticked.
  const tickable = mayTick(todo) && !todo.dropped;
  const { created_by: by } = todo;
  const from = by.mine ? t('mine') : t('from', { name: authorName(by, { patient: fullName(todo.patient) }) });
  const inCase = t('inCase', { case: todo.case_name, patient: fullName(todo.patient) });
  // The doctor knows the patient by name.
  const namesOf: Record<Role, string> = { patient: fullName(todo.patient), doctor: common('codes.role.doctor') };
  // Names the case for readers who go through checkboxes and links alone.
  const named = casePath ? `${title}, ${inCase}` : title;

  return (
    <Row data-done={done || undefined}>
      {tickable ? (
        <label>
          <input type="checkbox" checked={done} onChange={(event) => tick(event.currentTarget.checked)} />
          <VisuallyHidden>{named}</VisuallyHidden>
        </label>
      ) : (
        <span data-state>{todo.dropped ? <CloseIcon /> : done ? <DoneIcon /> : <OpenTaskIcon />}</span>
      )}
      <Box>
        <h3>{title}</h3>
        {casePath && (
          <Text size="small">
            <TextLink standalone to={casePath(todo)}>
              {inCase}
            </TextLink>
          </Text>
        )}
        {content && <p>{content}</p>}
        <Facts>
          <li>
            {isOverdue(todo) ? (
              <Badge tone="danger" icon={<DateIcon />}>
                {when}
              </Badge>
            ) : (
              <>
                <DateIcon /> {when}
              </>
            )}
          </li>
          {showPriority && (
            <li>
              <PriorityMark level={todo.priority} label={common(`codes.priority.${todo.priority}`)} />
            </li>
          )}
          {!inLines && <li>{from}</li>}
          {(showPriority || !mayTick(todo)) && (
            <li>{todo.assignee === reader ? t('forYou') : t('forRole', { role: namesOf[todo.assignee] })}</li>
          )}
          {answerPath && todo.answer_id && (
            <li>
              <TextLink
                standalone
                to={answerPath(todo, todo.answer_id)}
                aria-label={t('answerLabel', { title: named })}
              >
                {t('answer')}
              </TextLink>
            </li>
          )}
          {inLines && !todo.created_by.mine && <li>{from}</li>}
        </Facts>
      </Box>
      {editAt && <IconLink to={editAt} label={t('editLabel', { title: named })} icon={<EditIcon />} />}
    </Row>
  );
}
