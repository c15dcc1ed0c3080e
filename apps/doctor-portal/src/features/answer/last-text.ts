import { keepInTab, keptInTab } from '@konsil/common';

/** The last edited text of an answer: field name and cursor position. */
export interface LastText {
  name: string;
  at: number;
}

const keyOf = (caseId: string) => `konsil:writing:${caseId}`;
const isText = (value: unknown): value is LastText =>
  typeof value === 'object' && value !== null && 'name' in value && 'at' in value;

/** Stores the last edited field for the next time the answer is shown in this tab: only ids, no text. */
export const keepLastText = (caseId: string, text: LastText): void => keepInTab(keyOf(caseId), text);

export const lastTextOf = (caseId: string): LastText | undefined => keptInTab(keyOf(caseId), isText);

/** The question whose answer was written last. */
export const lastQuestionOf = (caseId: string): string | undefined =>
  /^question_(?:answers|plain_words)\.(.+)$/.exec(lastTextOf(caseId)?.name ?? '')?.[1];
