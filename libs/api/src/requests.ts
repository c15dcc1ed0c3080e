import { requestRoutes as routes } from '@konsil/contracts/requests';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { Locale, TodoTitle } from '@konsil/contracts/codes';
import { baseApi } from './base-api.ts';
import { readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { fetchFile } from './file.ts';
import type { ApiProblem } from './problem.ts';
import { tagsChangedBy } from './tags.ts';

interface Sending {
  id: string;
  body: Body<typeof routes.sendToDoctor>;
  key: string;
}
interface Answering {
  id: string;
  answerValue: AnswerOption;
  titleValue: TodoTitle;
  body: Body<typeof routes.answerPatient>;
  key: string;
}
/** An answer is addressed by its own id; the case is named so that its page is refetched. */
interface OneAnswer {
  id: string;
  caseId: string;
}

export const {
  useSendToDoctorMutation,
  useAnswerPatientMutation,
  useGetMarkedMeasurementsQuery,
  usePreviewRequestQuery,
  useReadAnswerMutation,
  useConfirmUnderstoodMutation,
  useAcceptAppointmentMutation,
  useCancelAppointmentMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sendToDoctor: writeEndpoint(
      build,
      routes.sendToDoctor,
      ({ id, body, key }: Sending) => ({ params: { id }, body, key }),
      ({ id }) => [...tagsChangedBy('request', { case_id: id }), ...tagsChangedBy('sending')],
    ),
    answerPatient: {
      ...writeEndpoint(build, routes.answerPatient, ({ id, answerValue, titleValue, body, key }: Answering) => ({
        params: { id, answerValue, titleValue },
        body,
        key,
      })),
      // Also after a refusal: a question was reworded, or a newer request arrived.
      invalidatesTags: (answer: unknown, problem: ApiProblem | undefined, { id }: Answering) =>
        answer || problem?.code === 'invalid' || problem?.code === 'version_conflict'
          ? [...tagsChangedBy('answer', { case_id: id }), ...tagsChangedBy('sending')]
          : [],
    },
    getMarkedMeasurements: readEndpoint(
      build,
      routes.getMarkedMeasurements,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Case', id }],
    ),
    previewRequest: readEndpoint(
      build,
      routes.previewRequest,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Case', id }],
    ),
    readAnswer: writeEndpoint(
      build,
      routes.readAnswer,
      ({ id }: OneAnswer) => ({ params: { id } }),
      ({ caseId }) => tagsChangedBy('answer_read', { case_id: caseId }),
    ),
    confirmUnderstood: writeEndpoint(
      build,
      routes.confirmUnderstood,
      ({ id }: OneAnswer) => ({ params: { id } }),
      ({ caseId }) => tagsChangedBy('answer_read', { case_id: caseId }),
    ),
    acceptAppointment: writeEndpoint(
      build,
      routes.acceptAppointment,
      ({ id, starts_at }: OneAnswer & { starts_at: string }) => ({ params: { id }, body: { starts_at } }),
      ({ caseId }) => tagsChangedBy('answer', { case_id: caseId }),
    ),
    cancelAppointment: writeEndpoint(
      build,
      routes.cancelAppointment,
      ({ id }: OneAnswer) => ({ params: { id } }),
      ({ caseId }) => tagsChangedBy('appointment_cancelled', { case_id: caseId }),
    ),
  }),
});

/** The answer as a letter: a PDF file in one of the two languages. */
export const getAnswerLetter = (id: string, language: Locale): Promise<Blob> =>
  fetchFile(routes.getAnswerLetter, { id }, { language });

/** The letter of an answer that is not sent yet. */
export const previewAnswerLetter = (
  { id, answerValue, titleValue, body }: Omit<Answering, 'key'>,
  language: Locale,
): Promise<Blob> => fetchFile(routes.previewAnswerLetter, { id, answerValue, titleValue }, { language }, body);

/** The accepted or cancelled appointment as an iCalendar file. */
export const getAppointmentFile = (id: string): Promise<Blob> => fetchFile(routes.getAppointmentFile, { id });
