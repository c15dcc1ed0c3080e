import { patientNextStep } from '@konsil/cases';
import type { CaseSummary, Dashboard, NextTodo } from '@konsil/contracts/cases';

export interface Waiting {
  /** The case of the highlighted step. */
  first: CaseSummary | undefined;
  /** Other cases with a step that is no ToDo of the list. */
  cases: CaseSummary[];
  todos: NextTodo[];
  /** Cases with an agreed appointment, the next one first. */
  appointments: CaseSummary[];
  begunAt: string | undefined;
  /** Without the appointments, for which there is nothing to do yet. */
  count: number;
}

/** Everything on the dashboard that waits for the patient, each thing once. */
export const waitingIn = ({ needs_me: mine, cases, next_todos = [], begun_case_at: begunAt }: Dashboard): Waiting => {
  const [first, ...others] = mine;
  const highlighted = first && patientNextStep(first) ? first : undefined;
  // The ToDo of a request is its case's step, which stands there already.
  const asked = mine.flatMap(({ status, last_answer: last }) => (status === 'with_patient' && last ? last.id : []));
  const todos = next_todos.filter(({ answer_id: id }) => id === null || !asked.includes(id));
  const isListed = (theCase: CaseSummary) =>
    patientNextStep(theCase)?.key === 'doTodos' && todos.some(({ case_id: id }) => id === theCase.id);
  const rest = (highlighted ? others : mine).filter((theCase) => !isListed(theCase));
  // The step of the first case is its ToDos: the card stands for one that is alone.
  const shown =
    first && isListed(first) && first.open_todos === 1 ? todos.filter((todo) => todo.case_id !== first.id) : todos;
  const appointments = [...mine, ...cases]
    .filter(({ next_appointment: at }) => at !== null)
    .sort((a, b) => String(a.next_appointment).localeCompare(String(b.next_appointment)));
  const count = (highlighted ? 1 : 0) + rest.length + shown.length + (begunAt ? 1 : 0);
  return { first: highlighted, cases: rest, todos: shown, appointments, begunAt, count };
};
