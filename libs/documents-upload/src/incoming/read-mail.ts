import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { mostAttachments, mostMailBytes, mostNestedMails, type LeftOut } from './incoming.ts';

/** The attachments of an e-mail, by its subject. */
export interface ReadMail {
  subject: string;
  files: File[];
  leftOut: LeftOut[];
  signed: boolean;
}

/** Nested deeper, it was not written by a mail program. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: mostNestedMails };

const signatures = /^application\/(?:x-)?(?:pkcs7|pgp)-signature$/;
const sealedParts = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/;
const sealedMails = /^\s*(?:application\/(?:x-)?pkcs7-mime|multipart\/encrypted)\b/i;

/** The last part of a path, without control and direction marks, which can show `exe.fdp` as `pdf.exe`. */
export const plainName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 200);

const isSealed = ({ headers }: Email): boolean =>
  headers.some(({ key, value }) => key === 'content-type' && sealedMails.test(value));

const mailType = 'message/rfc822';

/** Many mail programs give an attached e-mail no name, or one without an ending: its type tells. */
const asFile = ({ content, filename, mimeType }: Attachment, number: number): File =>
  new File([content as Uint8Array<ArrayBuffer> | ArrayBuffer], plainName(filename ?? '') || `attachment-${number}`, {
    type: mimeType === mailType ? mailType : '',
  });

/**
 * Takes the attachments out of an e-mail (RFC 5322), with those of forwarded e-mails in it. Its text and HTML are not
 * read. What is encrypted stays closed, and no signature is checked.
 */
export const readMail = async (mail: File, source: string): Promise<ReadMail> => {
  const whole = (reason: LeftOut['reason'], subject = ''): ReadMail => ({
    subject,
    files: [],
    leftOut: [{ name: plainName(mail.name), source, reason }],
    signed: false,
  });
  if (mail.size > mostMailBytes) return whole('tooLarge');
  const email = await PostalMime.parse(await mail.arrayBuffer(), limits).catch(() => null);
  // Every text has the form of an e-mail; without these fields it is not one (RFC 5322 section 3.6).
  if (!email || !email.headers.some(({ key }) => key === 'from' || key === 'date')) return whole('broken');
  const subject = plainName(email.subject?.replace(/[/\\]/g, ' ') ?? '') || plainName(mail.name);
  if (isSealed(email)) return whole('sealed', subject);
  if (email.attachments.length > mostAttachments) return whole('broken', subject);
  const read: ReadMail = { subject, files: [], leftOut: [], signed: false };
  for (const [index, attachment] of email.attachments.entries()) {
    const { mimeType } = attachment;
    const file = asFile(attachment, index + 1);
    const leave = (reason: LeftOut['reason']) => read.leftOut.push({ name: file.name, source: subject, reason });
    if (signatures.test(mimeType)) read.signed = true;
    else if (sealedParts.test(mimeType)) leave('sealed');
    else if (attachment.rfc822DepthExceeded) leave('nested');
    // Some mail programs put every attachment there, also letters.
    else if (attachment.related && mimeType.startsWith('image/')) leave('inText');
    else read.files.push(file);
  }
  return read;
};
