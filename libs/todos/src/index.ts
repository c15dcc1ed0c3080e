export { CaseTodoList, TodoList } from './TodoList.tsx';
export type { TodoListProps } from './TodoList.tsx';
export { DeadlineField } from './DeadlineField.tsx';
export { usualDeadline } from './deadlines.ts';
export { EditTodoForm } from './EditTodoForm.tsx';
export { NewTodoForm } from './NewTodoForm.tsx';
export { TodoRow } from './TodoRow.tsx';
export { isOverdue, useTodoWords } from './todo-words.ts';
export { todoTexts } from './texts.ts';
