import { maxUploadBytes } from '@konsil/contracts/codes';
import type { PicturedPerson } from '@konsil/contracts/person-names';
import { checksumOf } from '../files/checksum.ts';
import { isAcceptedKind, kindOfFile } from '../files/file-kind.ts';
import { namesInZip } from '../files/names-in-zip.ts';
import {
  mostIncomingFiles,
  mostNestedMails,
  TooManyFiles,
  type ChosenFile,
  type Incoming,
  type LeftOut,
} from './incoming.ts';
import { readBundle, UnreadableXml } from './read-bundle.ts';
import { plainName, readMail } from './read-mail.ts';
import { readPerson } from './read-person.ts';

/** Files that systems and discs add beside the actual content. */
const ofSystems = /^(?:\.ds_store|thumbs\.db|desktop\.ini|dicomdir\.?|\._.*)$/i;
const documentNames = /\.(?:pdf|jpe?g|png|heic|tiff?|txt|rtf|html?|xml|json|csv|docx?|xlsx?|odt|eml)$/i;
const isMail = ({ name, type }: File): boolean => /\.eml$/i.test(name) || type === 'message/rfc822';
const isJson = ({ name }: File): boolean => /\.json$/i.test(name);
const isXml = ({ name }: File): boolean => /\.xml$/i.test(name);
const fhirXmlBytes = 64 * 1024;
/** True for a FHIR bundle in XML, also in UTF-16, where each letter has a zero beside it. */
const isFhirXml = async (file: File): Promise<boolean> => {
  if (!isXml(file)) return false;
  const head = (await file.slice(0, fhirXmlBytes).text()).replaceAll('\0', '');
  return /<(?:[\w.-]+:)?Bundle[\s>]/.test(head) && head.includes('http://hl7.org/fhir');
};

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/** The reason why an upload could not use a ZIP; null for one that may have images. */
const zipReason = async (file: File): Promise<'record' | 'packed' | null> => {
  const names = (await namesInZip(file)).filter((name) => !name.endsWith('/'));
  if (names.includes('manifest.json') && names.includes('record.json')) return 'record';
  return names.length > 0 && names.every((name) => documentNames.test(name)) ? 'packed' : null;
};

/**
 * Examines chosen e-mails and files: which can be uploaded, which people they name, and which are left out. Files with
 * the same bytes are taken once.
 * @throws {TooManyFiles}
 */
export const sortIncoming = async (
  chosen: readonly ChosenFile[],
  onProgress: (done: number) => void,
): Promise<Incoming> => {
  if (chosen.length > mostIncomingFiles) throw new TooManyFiles();
  const incoming: Incoming = { files: [], summaries: [], leftOut: [], repeated: 0, mails: 0, signed: 0 };
  const seen = new Set<string>();

  const leaveOut = (file: File, source: string, reason: LeftOut['reason']) =>
    void incoming.leftOut.push({ name: plainName(file.name), source, reason });
  const take = async (file: File, source: string, about: PicturedPerson | null = null): Promise<void> => {
    if (incoming.files.length + incoming.leftOut.length >= mostIncomingFiles) throw new TooManyFiles();
    const leave = (reason: LeftOut['reason']) => leaveOut(file, source, reason);
    if (ofSystems.test(file.name)) return;
    if (file.size === 0) return leave('empty');
    const sha256 = await checksumOf(file);
    if (sha256 && seen.has(sha256)) {
      incoming.repeated += 1;
      return;
    }
    if (sha256) seen.add(sha256);
    const kind = await kindOfFile(file);
    if (kind !== null && isJson(file)) return takeBundle(file, source, 'json');
    if (await isFhirXml(file)) return takeBundle(file, source, 'xml');
    if (kind === 'outlook') return leave('outlook');
    if (kind === null || !(isAcceptedKind(kind) || kind === 'heic')) return leave('unsupported');
    // An image of a device is packed, which may make it small enough.
    if (file.size > maxUploadBytes && kind !== 'dcm' && kind !== 'heic') return leave('tooLarge');
    const unfit = kind === 'zip' ? await zipReason(file) : null;
    if (unfit) return leave(unfit);
    const person = kind === 'dcm' ? readPerson(new Uint8Array(await file.arrayBuffer())) : null;
    incoming.files.push({ file, source, kind, sha256, person: person ?? about });
  };

  const takeBundle = async (whole: File, source: string, form: 'json' | 'xml'): Promise<void> => {
    const bundle = await readBundle(whole, form).catch((failure: unknown) => {
      if (failure instanceof UnreadableXml) return 'refused' as const;
      throw failure;
    });
    if (bundle === 'refused') return leaveOut(whole, source, 'unreadableXml');
    if (!bundle) return void incoming.summaries.push({ file: whole, source });
    const place = plainName(whole.name);
    for (const { name, reason } of bundle.leftOut) incoming.leftOut.push({ name, source: place, reason });
    // Documents inside a bundle are not read as bundles again.
    for (const { file, person } of bundle.files)
      await (isJson(file) || isXml(file) || isMail(file)
        ? leaveOut(file, place, 'unsupported')
        : take(file, place, person));
  };

  const takeMail = async (mail: File, source: string, depth = 1): Promise<void> => {
    if (depth > mostNestedMails) return leaveOut(mail, source, 'nested');
    const { subject, files, leftOut, signed } = await readMail(mail, source);
    incoming.mails += 1;
    if (signed) incoming.signed += 1;
    incoming.leftOut.push(...leftOut);
    for (const file of files) await (isMail(file) ? takeMail(file, subject, depth + 1) : take(file, subject));
  };

  for (const [index, { file, path }] of chosen.entries()) {
    const source = folderOf(path);
    // A moved file, or one in a cloud folder that is not downloaded, cannot be read.
    await (isMail(file) ? takeMail(file, source) : take(file, source)).catch((failure: unknown) => {
      if (failure instanceof TooManyFiles) throw failure;
      leaveOut(file, source, 'unreadable');
    });
    onProgress(index + 1);
  }
  return incoming;
};
