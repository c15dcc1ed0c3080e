import { todoTitleLabels } from './codes.ts';
import type { Todo } from './todos.ts';

const titleLabels: readonly string[] = Object.values(todoTitleLabels);
/** The content beyond the title; empty if there is none. The stored title of a built-in kind is English. */
export const contentBeyondTitle = ({ title, content }: Pick<Todo, 'title' | 'content'>): string =>
  content === title || titleLabels.includes(content) ? '' : content;
