export { CaseTodoList, TodoList } from './TodoList.tsx';
export type { TodoListProps } from './TodoList.tsx';
export { NewTodoForm } from './NewTodoForm.tsx';
export { TodoForm } from './TodoForm.tsx';
export type { TodoFormProps } from './TodoForm.tsx';
export { TodoRow } from './TodoRow.tsx';
export { isOverdue, useTodoWords } from './todo-words.ts';
