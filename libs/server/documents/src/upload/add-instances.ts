import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { Problem } from '@konsil/server-platform/http/problems';
import { addDocuments, type AddDocumentsInput, type AddedDocument } from './add-documents.ts';
import { discardFiles } from './receive-files.ts';
import type { ReceivedInstances } from './receive-instances.ts';

type Adding = AddDocumentsInput & { afterCommit: (work: () => Promise<void>) => void };

/** Creates documents from DICOM objects; those that the case has already count as stored. */
export const addInstances = async (
  kernel: Kernel,
  adding: Adding,
  { groups }: Pick<ReceivedInstances, 'groups'>,
): Promise<AddedDocument[]> => {
  const added: AddedDocument[] = [];
  for (const { files } of groups) {
    const { added: more, known } = await addDocuments(kernel, adding, files).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'conflict') return { added: [], known: files };
      throw error;
    });
    added.push(...more);
    adding.afterCommit(() => discardFiles(kernel, known));
  }
  return added;
};
