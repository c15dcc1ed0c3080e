/** The text of an answer that was written last: the name of its field, and the position in it. */
export interface LastText {
  name: string;
  at: number;
}

const keyOf = (caseId: string) => `konsil:writing:${caseId}`;
const isText = (value: unknown): value is LastText =>
  typeof value === 'object' && value !== null && 'name' in value && 'at' in value;

// Without storage an answer that is shown again begins at its first open question.
const store = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
};

/** Keeps it for when the answer is shown again, also in this tab after looking at images: ids, and no words. */
export const keepLastText = (caseId: string, text: LastText): void =>
  store((storage) => storage.setItem(keyOf(caseId), JSON.stringify(text)));

export const lastTextOf = (caseId: string): LastText | undefined =>
  store((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(caseId)) ?? 'null');
    return isText(kept) ? kept : undefined;
  });

/** The question whose answer was written last. */
export const lastQuestionOf = (caseId: string): string | undefined =>
  /^question_(?:answers|plain_words)\.(.+)$/.exec(lastTextOf(caseId)?.name ?? '')?.[1];
