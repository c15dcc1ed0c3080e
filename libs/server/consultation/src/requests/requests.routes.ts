import { caseRoutes } from '@konsil/contracts/cases';
import { requestRoutes as contracts } from '@konsil/contracts/requests';
import type { FastifyInstance } from 'fastify';
import { inAnswer, inCase } from '@konsil/server-domain/access/addresses';
import { checkFresh } from '@konsil/server-domain/accounts/own-password';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { acceptAppointment, calendarFile, cancelAppointment, confirmUnderstood, readAnswer } from './appointments.ts';
import { showCase } from '../case-page/case-page.ts';
import { markedMeasurements, shownMeasurement } from '@konsil/server-domain/measurements/marked';
import { holdOrSend } from '@konsil/server-domain/sendings/hold';
import { answersUnseen, giveAnswer } from './answer-patient.ts';
import { answerToSend } from './answer-to-send.ts';
import { answerOf } from '../conversation/requests.queries.ts';
import { handOver } from './hand-over.ts';
import { documentsToSend, previewRequest, sendRequest } from './send-to-doctor.ts';
import { shareAgain } from './share-again.ts';

/** Sharing a case and handing it over, requests of the patient, answers of the doctor. */
export const requestRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, caseRoutes.shareCase, {
    access: inCase('send'),
    handler: async ({ theCase, audit, ...call }) => {
      if (theCase.sharedAt === null)
        audit({ action: 'consent.give', result: 'allowed', patientId: theCase.patientId, caseId: theCase.id });
      return shareAgain({ ...call, kernel }, theCase);
    },
  });

  route(app, caseRoutes.handOverCase, {
    access: inCase('handOver'),
    idempotent: true,
    handler: async ({ theCase, body, audit, ...call }) => {
      checkFresh(call.session, call.now);
      audit({ action: 'consent.give', result: 'allowed', patientId: theCase.patientId, caseId: theCase.id });
      return handOver({ ...call, kernel }, theCase, body.doctor);
    },
  });

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
      if (await answersUnseen(work, theCase, body))
        throw new Problem('version_conflict', { current: await showCase(work, theCase) });
      const payload = await answerToSend(work, theCase, { option: params.answerValue, title: params.titleValue }, body);
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
