import { epicrisisRoutes as contracts } from '@konsil/contracts/epicrisis';
import type { FastifyInstance } from 'fastify';
import { inPatient } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { recordEpicrisisRead, readEpicrisis, saveEpicrisis, type KeepSummary } from './epicrisis.queries.ts';

/**
 * The epicrisis of a patient: doctors write and release it, the patient reads released versions.
 * @param keepSummary keeps what is released as a letter
 */
export const epicrisisRoutes =
  (keepSummary: KeepSummary) =>
  (app: FastifyInstance): void => {
    const { kernel } = app;

    route(app, contracts.getEpicrisis, {
      access: inPatient('readEpicrisis'),
      handler: async ({ thePatient, ...call }) => {
        const work = { ...call, kernel };
        await recordEpicrisisRead(work, thePatient);
        return readEpicrisis(work, thePatient);
      },
    });

    route(app, contracts.saveEpicrisis, {
      access: inPatient('writeEpicrisis'),
      idempotent: true,
      handler: async ({ thePatient, body, audit, ...call }) => {
        if (body.release) audit({ action: 'epicrisis.release', result: 'allowed', patientId: thePatient.id });
        return saveEpicrisis({ ...call, kernel }, thePatient, body, keepSummary);
      },
    });
  };
