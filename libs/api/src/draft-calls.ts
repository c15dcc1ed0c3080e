import { draftRoutes as routes } from '@konsil/contracts/drafts';
import { callRoute } from './ask.ts';
import type { AnswerTo, Question } from './ask.ts';
import { baseApi } from './base-api.ts';
import { fromCall } from './call-endpoints.ts';
import { callsBeforeStore } from './calls.ts';

const plain = {
  getDraft: (question: Question<typeof routes.getDraft>) => callRoute(routes.getDraft, question),
  saveDraft: (question: Question<typeof routes.saveDraft>) => callRoute(routes.saveDraft, question),
  deleteDraft: (question: Question<typeof routes.deleteDraft>) => callRoute(routes.deleteDraft, question),
};

baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDraft: build.query<AnswerTo<typeof routes.getDraft>, Question<typeof routes.getDraft>>({
      queryFn: fromCall(plain.getDraft),
      // Kept only by the form that shows it.
      keepUnusedDataFor: 0,
    }),
    saveDraft: build.mutation<AnswerTo<typeof routes.saveDraft>, Question<typeof routes.saveDraft>>({
      queryFn: fromCall(plain.saveDraft),
    }),
    deleteDraft: build.mutation<AnswerTo<typeof routes.deleteDraft>, Question<typeof routes.deleteDraft>>({
      queryFn: fromCall(plain.deleteDraft),
    }),
  }),
});

/** The requests of kept drafts, which outlive their form. */
export const draftCalls = callsBeforeStore(plain);
