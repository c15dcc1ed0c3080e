import { fhirReadTypes, fhirRoutes, fhirSearchTypes, type FhirReadRoute } from '@konsil/contracts/fhir';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FhirResource } from 'fhir/r4';
import { inDocument, open, signedIn, type AddressedAccess } from '@konsil/server-domain/access/addresses';
import { route, type Context } from '@konsil/server-domain/http/route';
import { Problem } from '@konsil/server-platform/http/problems';
import { sendFile } from '@konsil/server-documents/delivery/send-file';
import { recordFirstRead } from '@konsil/server-documents/read-document';
import { asResource, fileOf } from './binary.ts';
import { tellingOf, type Calling } from './calling.ts';
import { capabilities } from './capabilities.ts';
import { checkFormat, wantsResource } from './parameters.ts';
import { reads } from './reads.ts';
import { searchBundle } from './search.ts';

type Called = Omit<Calling, 'kernel' | 'telling' | 'record'> & { audit: (...entries: AuditEntry[]) => void };

/**
 * The read-only FHIR R4 interface (docs/fhir.md). Its routes ask for the same access as the product's, map what the product's
 * functions return, and record the same accesses: a FHIR call can do nothing that our own API cannot.
 */
export const fhirRoutesOf =
  (version: string) =>
  (app: FastifyInstance): void => {
    const { kernel } = app;
    const callingOf = ({ audit, ...call }: Called): Calling => ({
      ...call,
      kernel,
      telling: tellingOf(kernel.env, call.request),
      record: audit,
    });
    /** In the language of the displays, and with the version as ETag. */
    const answer = (reply: FastifyReply, request: FastifyRequest, resource: FhirResource) => {
      reply.header('vary', 'accept, accept-language').header('content-language', tellingOf(kernel.env, request).locale);
      const { versionId, lastUpdated } = resource.meta ?? {};
      if (versionId) reply.header('etag', `W/"${versionId}"`);
      if (lastUpdated) reply.header('last-modified', new Date(lastUpdated).toUTCString());
      return resource as unknown as { resourceType: string };
    };

    route(app, fhirRoutes.fhirMetadata, {
      access: open(),
      handler: ({ request, reply, query }) => {
        checkFormat(query._format, request.headers.accept);
        return answer(reply, request, capabilities(tellingOf(kernel.env, request), version));
      },
    });

    for (const type of fhirReadTypes) {
      const { access, show } = reads[type];
      route(app, fhirRoutes[`fhirRead${type}`], {
        access: access as AddressedAccess<object>,
        handler: async (context: Context<FhirReadRoute, AddressedAccess<object>>) => {
          const { request, reply, query, params } = context;
          checkFormat(query._format, request.headers.accept);
          const resource = await show(callingOf(context), context as never, params.id);
          if (!resource) throw new Problem('not_found');
          return answer(reply, request, resource);
        },
      });
    }

    route(app, fhirRoutes.fhirReadBinary, {
      access: inDocument('read'),
      handler: async (context) => {
        const { request, reply, query, params, theCase, theDocument } = context;
        const calling = callingOf(context);
        await recordFirstRead(calling, theCase, theDocument);
        const file = await fileOf(calling, theDocument);
        reply.header('vary', 'accept');
        return wantsResource(query._format, request.headers.accept)
          ? () => asResource(kernel, request, reply, file, params.id)
          : () => sendFile(kernel, request, reply, file);
      },
    });

    for (const type of fhirSearchTypes)
      route(app, fhirRoutes[`fhirSearch${type}`], {
        access: signedIn(),
        handler: async (context) => {
          const { request, reply, query } = context;
          checkFormat(query._format, request.headers.accept);
          const bundle = await searchBundle(
            callingOf(context),
            type,
            query,
            request.query as object,
            String(request.headers.prefer ?? ''),
          );
          return answer(reply, request, bundle);
        },
      });
  };
