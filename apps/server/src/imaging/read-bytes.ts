import type { DicomInstance, DicomUpload, SkippedMember } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { isDicom, parseInstance } from './parse-instance.ts';
import { asDicomProblem, DicomProblem } from './read-errors.ts';
import { inflateMember, isSystemFile, isZip, openZip, storedAt, type ZipMember } from './zip-members.ts';

const shownName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200);

async function readZip(archive: Uint8Array): Promise<DicomUpload> {
  const { zip, members } = await openZip(archive);
  const instances: DicomInstance[] = [];
  const skipped: SkippedMember[] = [];
  let metadata = 0;
  const readMember = async (member: ZipMember): Promise<void> => {
    const bytes = await inflateMember(zip, member);
    if (isZip(bytes)) throw new DicomProblem('nested_zip');
    const instance = parseInstance(bytes);
    metadata += instance.metadata.length;
    if (metadata > limits.uploadMetadataBytes) throw new DicomProblem('zip_bomb');
    instances.push({ ...instance, storedAt: { ...(await storedAt(zip, member)), name: shownName(member.name) } });
  };
  for (const member of members) {
    const name = shownName(member.name);
    if (isSystemFile(member.name)) {
      skipped.push({ name, reason: 'system_file' });
      continue;
    }
    try {
      await readMember(member);
    } catch (cause) {
      const { code } = asDicomProblem(cause, 'truncated');
      // These say that the archive means harm or cannot be checked; anything else is one bad member.
      if (code === 'nested_zip' || code === 'zip_bomb') throw new DicomProblem(code);
      skipped.push({ name, reason: code });
    }
  }
  if (instances.length === 0) throw new DicomProblem('no_image');
  return { instances, skipped };
}

/**
 * Reads a `.dcm` or a zip of them, decided by content.
 * @throws DicomProblem, nothing else
 */
export async function readDicomBytes(bytes: Uint8Array): Promise<DicomUpload> {
  try {
    if (isZip(bytes) && !isDicom(bytes)) return await readZip(bytes);
    const instance = parseInstance(bytes);
    return { instances: [{ ...instance, storedAt: { member: 0, name: '', range: [0, bytes.byteLength], inflate: false, size: bytes.byteLength } }], skipped: [] };
  } catch (cause) {
    throw asDicomProblem(cause, 'unreadable');
  }
}
