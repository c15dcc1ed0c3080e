import { isPhoto } from '@konsil/server-dicom/file-type';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { Problem } from '@konsil/server-platform/http/problems';
import { objectsFor } from '@konsil/server-documents/delivery/file-location';
import { sendFile, type FileAnswer } from '@konsil/server-documents/delivery/send-file';
import { fhirJson } from '@konsil/contracts/fhir-paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Binary } from 'fhir/r4';
import type { Calling } from './calling.ts';
import { referenceTo, versioned } from './telling.ts';

/**
 * The file that the product serves for viewing: of a photo the copy without location.
 * @throws {Problem} `unavailable` until that copy exists, `not_allowed_now` while the file is being scanned.
 */
export const fileOf = async ({ kernel, tx, actor }: Calling, row: DocumentRow): Promise<FileAnswer> => {
  if (row.scanState !== 'ready') throw new Problem('not_allowed_now');
  if (isPhoto(row.contentType) && row.preparedAt === null) throw new Problem('unavailable', { retryAfter: 5 });
  const { file_name: fileName } = await kernel.vault.open(tx, row.patientId, documentSecrets, row.sealed);
  return {
    file: {
      key: objectsFor(row, actor).toShow,
      fileKey: await kernel.vault.unwrapFileKey(tx, row.patientId, row.fileKey),
    },
    contentType: row.contentType,
    disposition: 'attachment',
    fileName,
    documentId: row.id,
    patientId: row.patientId,
  };
};

/** The file as a resource, in base64. */
export const asResource = async (
  kernel: Calling['kernel'],
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
  id: string,
): Promise<string> => {
  // The whole file, whatever range was asked for.
  const { range: _range, ...headers } = request.headers;
  const sent = await sendFile(kernel, { ...request, headers } as FastifyRequest, reply, file);
  const chunks: Buffer[] = [];
  if (Buffer.isBuffer(sent)) chunks.push(sent);
  else for await (const chunk of sent as AsyncIterable<Buffer>) chunks.push(chunk);
  for (const name of ['content-disposition', 'content-length', 'accept-ranges']) reply.removeHeader(name);
  reply.type(`${fhirJson}; charset=utf-8`);
  const binary: Binary = versioned<Binary>({
    resourceType: 'Binary',
    id,
    contentType: file.contentType,
    securityContext: referenceTo('DocumentReference', id),
    data: Buffer.concat(chunks).toString('base64'),
  });
  return JSON.stringify(binary);
};
