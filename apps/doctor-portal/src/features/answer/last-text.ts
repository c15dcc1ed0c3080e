/** The text of an answer that was written last: the name of its field, and the position in it. */
export interface LastText {
  name: string;
  at: number;
}

const storageKey = 'konsil:writing';
const texts = new Map<string, LastText>();

const isKept = (value: unknown): value is LastText & { caseId: string } =>
  typeof value === 'object' && value !== null && 'caseId' in value && 'name' in value && 'at' in value;

/** Keeps it for when the answer is shown again, also in this tab after looking at images: ids, and no words. */
export const keepLastText = (caseId: string, text: LastText): void => {
  texts.set(caseId, text);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ caseId, ...text }));
  } catch {
    // Without storage it is kept until the page is left.
  }
};

export const lastTextOf = (caseId: string): LastText | undefined => {
  const known = texts.get(caseId);
  if (known) return known;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isKept(kept) && kept.caseId === caseId ? { name: kept.name, at: kept.at } : undefined;
  } catch {
    return undefined;
  }
};

/** The question whose answer was written last. */
export const lastQuestionOf = (caseId: string): string | undefined =>
  /^question_(?:answers|plain_words)\.(.+)$/.exec(lastTextOf(caseId)?.name ?? '')?.[1];
