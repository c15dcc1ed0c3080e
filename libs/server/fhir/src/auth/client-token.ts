import type { fhirAuthRoutes } from '@konsil/contracts/fhir-auth';
import { and, eq, isNull } from 'drizzle-orm';
import { isClosed } from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { actingDoctors } from '@konsil/server-domain/backend-clients/acting-clients';
import {
  clientTokenSeconds,
  newClientToken,
  startClientToken,
  type BackendClientRow,
} from '@konsil/server-domain/backend-clients/client-tokens';
import { covers, scopesIn } from '@konsil/server-domain/backend-clients/scopes';
import { accounts, backendClients } from '@konsil/server-domain/schema';
import { registrationStep, type Demands } from '@konsil/server-domain/sessions/sessions';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import type * as z from 'zod/mini';
import { idOf } from '../parameters.ts';
import { OauthFault } from './client-assertion.ts';
import { answerToken, ProtocolFault, type TokenModel } from './oauth-server.ts';

type Form = z.output<typeof fhirAuthRoutes.fhirToken.body>;
interface Work {
  tx: Tx;
  now: Date;
  demands: Demands;
  /** The address of the FHIR interface. */
  base: string;
  audit: (...entries: AuditEntry[]) => void;
}

const modelOf = ({ tx, now, demands, base, audit }: Work, client: BackendClientRow, form: Form): TokenModel => {
  const refuse = (...[error, description, reason]: [OauthFault['error'], string, string]) =>
    new OauthFault(error, description, reason, client);
  return {
    getClient: async () => ({ id: client.id, grants: ['client_credentials'] }),
    getUserFromClient: async () => {
      const doctorIds = await actingDoctors(tx, client.id);
      const [only, ...others] = doctorIds;
      const wanted =
        form.fhirUser === undefined
          ? others.length === 0
            ? only
            : undefined
          : doctorIds.find((id) => id === idOf(form.fhirUser ?? '', 'Practitioner', base));
      const [doctor] = wanted === undefined ? [] : await tx.select().from(accounts).where(eq(accounts.id, wanted));
      if (!doctor || isClosed(doctor) || !isOfKind(doctor, 'doctor') || registrationStep(doctor, demands) !== 'done')
        throw refuse(
          'invalid_request',
          'fhirUser must be Practitioner/id of a doctor that the client acts for.',
          'doctor',
        );
      return { id: doctor.id };
    },
    validateScope: async (_doctor, _client, words = []) => {
      const scopes = scopesIn(words.join(' '));
      return scopes && scopes.length > 0 && covers(client.scopes, scopes) ? scopes : null;
    },
    generateAccessToken: async () => newClientToken(),
    saveToken: async ({ accessToken, scope: scopes = [] }, asked, doctor) => {
      // Locks the client: a removal or rotation either ends this token, or keeps it from being given.
      const current = await tx
        .update(backendClients)
        .set({ lastTokenAt: now })
        .where(
          and(
            eq(backendClients.id, client.id),
            eq(backendClients.keysVersion, client.keysVersion),
            isNull(backendClients.removedAt),
          ),
        )
        .returning({ id: backendClients.id });
      if (current.length === 0) throw refuse('invalid_client', 'The client is unknown.', 'changed');
      const accountId = String(doctor['id']);
      await startClientToken(tx, { clientId: client.id, accountId, scopes, now, token: accessToken });
      audit({ action: 'client.token', result: 'allowed', subjectId: accountId, detail: { client: client.id } });
      return {
        accessToken,
        scope: scopes,
        client: asked,
        user: doctor,
        token_type: 'bearer',
        expires_in: clientTokenSeconds,
        fhirUser: `${base}/Practitioner/${accountId}`,
      };
    },
  };
};

/** A token for a backend client and one doctor (RFC 6749 section 4.4), or why there is none. */
export const tokenOfClient = async (work: Work, client: BackendClientRow, form: Form): Promise<unknown> => {
  try {
    return await answerToken(modelOf(work, client, form), { ...form, client_id: client.id });
  } catch (fault) {
    if (!(fault instanceof OauthFault)) throw fault;
    if (!(fault instanceof ProtocolFault)) return fault;
    return fault.error === 'invalid_scope'
      ? new OauthFault('invalid_scope', `The client may have ${client.scopes.join(' ')}.`, 'scope', client)
      : new OauthFault(fault.error, fault.description, fault.error, client);
  }
};
