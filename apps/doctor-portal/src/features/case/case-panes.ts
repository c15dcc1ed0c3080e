/** The panes beside the document; each has its own URL below the case. */
export const casePanes = ['answer', 'anamnesis', 'course', 'epicrisis', 'messages', 'todos'] as const;
export type CasePane = (typeof casePanes)[number];

export const isCasePane = (word: string | undefined): word is CasePane => casePanes.some((pane) => pane === word);
