import { ofWrittenParts } from '@konsil/contracts/requests';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The texts of an answer. */
export const answerTexts = sealedKind({
  name: 'answer',
  schema: z.object({
    answer: z.string(),
    ...ofWrittenParts(() => z.nullable(z.string())),
    question_answers: z.array(z.object({ question_id: z.string(), question: z.string(), text: z.string() })),
    appointment_place: z.string(),
  }),
  versions: [
    {
      shape:
        '{ answer: string, reason?: string | null, next_step?: string | null, recommended_specialty?: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string }',
      example: { answer: 'Der Befund ist unauffällig.', question_answers: [], appointment_place: '' },
      // The first answers have no member for parts that were added later.
      upgrade: (value: object) => ({ ...ofWrittenParts(() => null), ...value }),
    },
    {
      shape:
        '{ answer: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string }',
      example: {
        answer: 'Der Befund ist unauffällig.',
        reason: null,
        next_step: 'Kontrolle in sechs Monaten',
        recommended_specialty: null,
        question_answers: [{ question_id: '7a1d', question: 'Muss ich operiert werden?', text: 'Nein.' }],
        appointment_place: '',
      },
    },
  ],
});
export type AnswerTexts = Sealed<typeof answerTexts>;
