/** One part of an e-mail, its bytes as base64 (RFC 2045). */
export interface MailPart {
  name?: string;
  type: string;
  bytes: string | Uint8Array;
  headers?: string[];
}

const base64 = (bytes: string | Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');

const partOf = ({ name, type, bytes, headers = [] }: MailPart): string =>
  [
    `Content-Type: ${type}`,
    ...(name === undefined ? [] : [`Content-Disposition: attachment; filename="${name}"`]),
    ...headers,
    'Content-Transfer-Encoding: base64',
    '',
    base64(bytes),
  ].join('\r\n');

const head = (subject: string): string =>
  [
    'From: Praxis Weber <praxis@example.org>',
    'To: miriam@example.org',
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 09:00:00 +0100',
    'MIME-Version: 1.0',
  ].join('\r\n');

/** An e-mail with these parts; `type` is that of the whole, without its boundary. */
export const aMail = (subject: string, parts: readonly MailPart[], type = 'multipart/mixed'): string =>
  [
    head(subject),
    `Content-Type: ${type}; boundary="part"`,
    '',
    ...parts.map((part) => `--part\r\n${partOf(part)}`),
    '--part--',
    '',
  ].join('\r\n');

/** An e-mail that is one part. */
export const aPlainMail = (subject: string, part: MailPart): string => `${head(subject)}\r\n${partOf(part)}\r\n`;
