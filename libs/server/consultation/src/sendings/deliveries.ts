import { giveBackAfterReply } from '../cases/give-back.ts';
import { postMessage } from '@konsil/server-messages/messages.queries';
import { giveAnswer } from '../requests/answer-patient.ts';
import { sendRequest } from '../requests/send-to-doctor.ts';
import type { Deliveries } from './deliver.ts';

/** All kinds of submission that are held before delivery. */
export const deliveries: Deliveries = {
  answer: { act: giveAnswer, audits: ['case.answer'] },
  message: { act: postMessage(giveBackAfterReply), audits: ['message.write'] },
  request: { act: sendRequest, audits: ['case.send', 'consent.give'] },
};
