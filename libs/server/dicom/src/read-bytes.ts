import { createHash } from 'node:crypto';
import type { ZipFile } from 'yauzl';
import { maxUploadBytes } from '@konsil/contracts/codes';
import { fileKindOf, packedKindOf } from '@konsil/contracts/file-kinds';
import type {
  DicomInstance,
  DicomReport,
  DicomUpload,
  PackedLetter,
  SkippedMember,
  StoredAt,
} from './dicom-instance.ts';
import { limits } from './limits.ts';
import { isDicom } from './part10.ts';
import { damageOf } from './whole-frames.ts';
import { examinationOf, parseObject } from './parse-instance.ts';
import { asDicomProblem, DicomProblem, dicomProblemCodes, type DicomProblemCode } from './read-errors.ts';
import { firstBytesOf, inflateMember, isSystemFile, isZip, openZip, storedAt, type ZipMember } from './zip-members.ts';

const shownName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200);

/** Collects the images and reports of an upload one by one. */
class Reading {
  readonly instances: DicomInstance[] = [];
  readonly reports: DicomReport[] = [];
  readonly copies: string[] = [];
  readonly spoilt: SkippedMember[] = [];
  private readonly begun = process.cpuUsage();
  private readonly known = new Set<string>();
  private metadata = 0;

  private readonly spent = (): number => {
    const { user, system } = process.cpuUsage(this.begun);
    return (user + system) / 1000;
  };

  async add(bytes: Uint8Array, at: StoredAt): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (this.known.has(sha256)) {
      this.copies.push(at.name);
      return;
    }
    const parsed = parseObject(bytes);
    if (parsed.kind === 'report') this.reports.push({ ...parsed.report, storedAt: at });
    else {
      const { studyUid, patientName, metadata } = parsed.instance;
      this.metadata += metadata.length;
      if (this.metadata > limits.uploadMetadataBytes) throw new DicomProblem('zip_bomb');
      this.instances.push({ ...parsed.instance, sha256, storedAt: at });
      const reason = await damageOf(bytes, parsed.instance, this.spent);
      if (reason) this.spoilt.push({ name: at.name, reason, damaged: true, of: { studyUid, patientName } });
    }
    this.known.add(sha256);
  }
}

// A file neither an image nor named like one is no loss for the images' reader.
const calledLikeImage = (name: string): boolean =>
  /(?:^|\/)[^./]+$|\.(?:dcm|dicom|ima|img)$|(?:^|[/.])[\d.]+$/i.test(name);

const officeEndings = /\.(?:docx|xlsx|pptx|od[tsp]|pages|numbers|key|epub)$/i;
const officeNames: Record<string, string> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' };

/** The type of a non-image member by its first bytes, without reading nested archives. */
function otherKind(head: Uint8Array, name: string): string {
  const kind = fileKindOf(head, name);
  if (kind !== 'zip') return kind ?? 'other';
  const ending = officeEndings.exec(name)?.[0].slice(1).toLowerCase() ?? '';
  const members = officeNames[ending]
    ? ['[Content_Types].xml', officeNames[ending]]
    : ending.startsWith('od')
      ? ['mimetype', 'META-INF/manifest.xml']
      : [];
  if (['pages', 'numbers', 'key'].includes(ending)) return ending === 'key' ? 'keynote' : ending;
  return packedKindOf(members, head, name) ?? 'nested_zip';
}

/** Letters and pictures that can become documents. */
const letterTypes: Record<string, PackedLetter['type']> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** The reason why an archive without any accepted file is refused: attacks first, then faults of its images. */
function refusal(skipped: readonly SkippedMember[]): DicomProblemCode {
  const reasons = skipped.map(({ reason }) => (reason === 'too_large' ? 'zip_bomb' : reason));
  const first = (['zip_bomb', 'bad_path', 'encrypted', 'nested_zip'] as const).find((code) => reasons.includes(code));
  const damage = skipped.find(({ damaged }) => damaged)?.reason;
  return first ?? dicomProblemCodes.find((code) => code === damage) ?? 'no_image';
}

/** The valid letters of an archive, at most `limits.letters`. Other members stay among `skipped`. */
async function readLetters(
  zip: ZipFile,
  members: readonly ZipMember[],
  skipped: SkippedMember[],
): Promise<{ letters: PackedLetter[]; skipped: SkippedMember[] }> {
  const letters: PackedLetter[] = [];
  const others: SkippedMember[] = [];
  for (const one of skipped) {
    const member = members.find(({ index }) => index === one.member);
    const type = letterTypes[one.reason];
    const { name, reason } = one;
    if (!member || !type) others.push(one);
    else if (member.entry.uncompressedSize > maxUploadBytes || letters.length === limits.letters)
      others.push({ name, reason });
    else
      try {
        await inflateMember(zip, member);
        letters.push({ type, storedAt: { ...(await storedAt(zip, member)), name } });
      } catch (cause) {
        others.push({ name, reason: asDicomProblem(cause, 'truncated').code, damaged: true });
      }
  }
  return { letters, skipped: others };
}

/** A letter at its index in an archive of images; null if there is none. */
export async function findLetter(archive: Uint8Array, index: number): Promise<PackedLetter | null> {
  const { zip, members } = await openZip(archive);
  const member = members.find((one) => one.index === index && !one.unfit);
  const head = member && (await firstBytesOf(zip, archive, member));
  if (!member || !head) return null;
  const name = shownName(member.name);
  const { letters } = await readLetters(zip, members, [{ name, reason: otherKind(head, name), member: index }]);
  return letters[0] ?? null;
}

async function readZip(archive: Uint8Array): Promise<DicomUpload> {
  const { zip, members } = await openZip(archive);
  const document = packedKindOf(
    members.map(({ name }) => name),
    archive,
  );
  if (document) throw new DicomProblem(document);
  const skipped: SkippedMember[] = [];
  const candidates: ZipMember[] = [];
  const judge = async (member: ZipMember): Promise<void> => {
    const name = shownName(member.name);
    const leaveOut = (reason: string, more: Partial<SkippedMember> = {}) =>
      void skipped.push({ name, reason, ...more });
    if (isSystemFile(member.name)) return leaveOut('system_file');
    if (member.unfit) return leaveOut(member.unfit);
    const head = await firstBytesOf(zip, archive, member);
    if (!head) return leaveOut('truncated', calledLikeImage(name) ? { damaged: true } : {});
    const image = isDicom(head);
    if (member.entry.uncompressedSize > limits.memberBytes)
      return leaveOut('too_large', image ? { damaged: true } : {});
    if (image) return void candidates.push(member);
    const kind = otherKind(head, name);
    return leaveOut(kind, letterTypes[kind] ? { member: member.index } : {});
  };
  for (const member of members) await judge(member);
  // Checked before inflating anything completely.
  if (candidates.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0) > limits.zipBytes)
    throw new DicomProblem('zip_bomb');

  const reading = new Reading();
  for (const member of candidates) {
    const name = shownName(member.name);
    try {
      await reading.add(await inflateMember(zip, member), { ...(await storedAt(zip, member)), name });
    } catch (cause) {
      const { code } = asDicomProblem(cause, 'truncated');
      // The archive is an attack; other errors concern one member only.
      if (code === 'zip_bomb') throw new DicomProblem(code);
      if (code === 'no_image') skipped.push({ name, reason: code });
      else {
        const of = examinationOf((await firstBytesOf(zip, archive, member)) ?? Buffer.alloc(0));
        skipped.push({ name, reason: code, damaged: true, ...(of && { of }) });
      }
    }
  }
  const { instances, reports, copies, spoilt } = reading;
  const unsafe = members.some(({ unfit, rooted }) => unfit === 'bad_path' || rooted);
  if (instances.length + reports.length > 0) {
    const { letters: beside } = await readLetters(zip, members, skipped);
    return { instances, reports, skipped, spoilt, copies, unsafe, letters: [], beside };
  }
  const refused = refusal(skipped);
  const found = refused === 'no_image' ? await readLetters(zip, members, skipped) : { letters: [], skipped };
  if (found.letters.length === 0) throw new DicomProblem(refused);
  return { instances, reports, spoilt, copies, unsafe, beside: [], ...found };
}

async function readOne(bytes: Uint8Array): Promise<DicomUpload> {
  const reading = new Reading();
  await reading.add(bytes, {
    member: 0,
    name: '',
    range: [0, bytes.byteLength],
    inflate: false,
    size: bytes.byteLength,
  });
  const { instances, reports, spoilt } = reading;
  return { instances, reports, spoilt, skipped: [], copies: [], unsafe: false, letters: [], beside: [] };
}

/**
 * Reads a `.dcm` or a ZIP of them, decided by content.
 * @throws DicomProblem, nothing else
 */
export async function readDicomBytes(bytes: Uint8Array): Promise<DicomUpload> {
  try {
    return isZip(bytes) && !isDicom(bytes) ? await readZip(bytes) : await readOne(bytes);
  } catch (cause) {
    throw asDicomProblem(cause, 'unreadable');
  }
}
