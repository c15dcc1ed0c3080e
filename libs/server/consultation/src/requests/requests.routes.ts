import { requestRoutes as contracts } from '@konsil/contracts/requests';
import type { FastifyInstance } from 'fastify';
import { inAnswer, inCase } from '@konsil/server-domain/access/addresses';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { acceptAppointment, calendarFile, cancelAppointment, confirmUnderstood, readAnswer } from './appointments.ts';
import { showCase } from '../cases/case-page.ts';
import { markedMeasurements, measurementsToSend, shownMeasurement } from '@konsil/server-domain/measurements/marked';
import { holdOrSend } from '@konsil/server-domain/sendings/hold';
import { giveAnswer } from './answer-patient.ts';
import { answerOf, newestRequest } from './requests.queries.ts';
import { answerLetterHits } from '@konsil/server-domain/accounts/account-limits';
import { letterContent, letterFileName } from './letter-facts.ts';
import { pinsToSend } from './pins.ts';
import { documentsToSend, previewRequest, sendRequest } from './send-to-doctor.ts';

/** Requests of the patient, answers of the doctor. */
export const requestRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.sendToDoctor, {
    access: inCase('send'),
    idempotent: true,
    handler: async ({ theCase, body: { draft, ...body }, audit, auditAs, ...call }) => {
      const work = { ...call, kernel };
      const payload = { body, document_ids: await documentsToSend(work, theCase) };
      const sent = await holdOrSend(work, theCase, { kind: 'request', payload, draft, auditAs }, sendRequest);
      if (!sent.held_until)
        audit({ action: 'consent.give', result: 'allowed', patientId: theCase.patientId, caseId: theCase.id });
      return sent;
    },
  });

  route(app, contracts.answerPatient, {
    access: inCase('answer'),
    idempotent: true,
    handler: async ({ theCase, params, body: { draft, ...body }, auditAs, ...call }) => {
      const work = { ...call, kernel };
      const newest = await newestRequest(work, theCase);
      if (body.request_id !== undefined && body.request_id !== newest?.id)
        throw new Problem('version_conflict', { current: await showCase(work, theCase) });
      const measurements = await measurementsToSend(work, theCase, body.measurements);
      const payload = {
        chosen: { option: params.answerValue, title: params.titleValue },
        body,
        measurements,
        pins: await pinsToSend(work, theCase, body.pins ?? [], measurements),
      };
      return holdOrSend(work, theCase, { kind: 'answer', payload, draft, auditAs }, giveAnswer);
    },
  });

  route(app, contracts.getMarkedMeasurements, {
    access: inCase('answer', 'case.read'),
    handler: async ({ theCase, ...call }) => {
      const { revision, items, leftOut } = await markedMeasurements({ ...call, kernel }, theCase);
      return { revision, items: items.map(shownMeasurement), left_out: leftOut };
    },
  });

  route(app, contracts.previewRequest, {
    access: inCase('send', 'case.read'),
    handler: ({ theCase, ...call }) => previewRequest({ ...call, kernel }, theCase),
  });

  route(app, contracts.readAnswer, {
    access: inAnswer('write', 'case.read'),
    reads: true,
    handler: async ({ theAnswer, theCase, ...call }) => {
      const work = { ...call, kernel };
      await readAnswer(work, theAnswer, theCase);
      return answerOf(work, theAnswer.id);
    },
  });

  route(app, contracts.confirmUnderstood, {
    access: inAnswer('write'),
    handler: async ({ theAnswer, theCase, ...call }) => {
      const work = { ...call, kernel };
      await confirmUnderstood(work, theAnswer, theCase);
      return answerOf(work, theAnswer.id);
    },
  });

  route(app, contracts.acceptAppointment, {
    access: inAnswer('write'),
    handler: async ({ theAnswer, theCase, body, ...call }) => {
      const work = { ...call, kernel };
      await acceptAppointment(work, theAnswer, theCase, new Date(body.starts_at));
      return answerOf(work, theAnswer.id);
    },
  });

  route(app, contracts.cancelAppointment, {
    access: inAnswer('cancelAppointment'),
    handler: async ({ theAnswer, theCase, ...call }) => {
      const work = { ...call, kernel };
      await cancelAppointment(work, theAnswer, theCase);
      return answerOf(work, theAnswer.id);
    },
  });

  route(app, contracts.getAnswerLetter, {
    access: inAnswer('read'),
    prepare: ({ session }) => kernel.limits.count(...answerLetterHits(session.accountId)),
    handler: async ({ theAnswer, theCase, session, query, reply, ...call }) => {
      const content = await letterContent({ ...call, kernel }, theAnswer, theCase);
      reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${letterFileName(theAnswer.answeredAt)}"`);
      // Loaded with the first letter, and written after the transaction: the PDF library is heavy.
      return async () => (await import('./answer-letter.ts')).writeLetter(content, query.language ?? session.locale);
    },
  });

  route(app, contracts.getAppointmentFile, {
    access: inAnswer('read'),
    handler: async ({ theAnswer, session, reply, ...call }) => {
      const { answered_by: doctor, appointment } = await answerOf({ ...call, kernel }, theAnswer.id);
      if (!theAnswer.appointmentAccepted) throw new Problem('not_allowed_now');
      reply.type('text/calendar; charset=utf-8').header('content-disposition', 'attachment; filename="termin.ics"');
      return calendarFile({
        id: theAnswer.id,
        startsAt: theAnswer.appointmentAccepted,
        cancelled: theAnswer.appointmentCancelledAt !== null,
        doctor,
        place: appointment?.place ?? '',
        locale: session.locale,
        now: call.now,
      });
    },
  });
};
