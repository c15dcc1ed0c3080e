import * as z from 'zod/mini';
import { idSchema, momentSchema } from './common.ts';
import { auditRoles } from './stored-kinds.ts';

/** A record of a patient's access log, as its hash is calculated. */
export const chainRecordSchema = z.object({
  /** 1, 2, 3 … without a gap. */
  seq: z.int(),
  at: momentSchema,
  /** A hash of the account, because a refused stranger stays anonymous. */
  actor: z.nullable(z.string()),
  role: z.enum(auditRoles),
  /** Also the operator's actions, which the list of accesses does not show. */
  action: z.string(),
  result: z.enum(['allowed', 'denied']),
  case_id: z.nullable(idSchema),
  document_id: z.nullable(idSchema),
  /** A hash of the affected account and further codes. */
  rest: z.nullable(z.string()),
});
export type ChainRecord = z.infer<typeof chainRecordSchema>;

export const auditChainSchema = z.object({
  items: z.array(chainRecordSchema),
  /** True if more records follow. */
  more: z.boolean(),
  /** True if every record still matches the seal that the server wrote with it. */
  sealed: z.boolean(),
  /** With the last records: the state that they lead to, signed by the installation (`signed-head.ts`). */
  signed: z.optional(z.string()),
});
export type AuditChain = z.infer<typeof auditChainSchema>;

/** A state of the log: the number of records, and a hash chain over them. */
export interface ChainHead {
  seq: number;
  /** Hexadecimal. */
  hash: string;
}
/** The state of a log without records. */
export const beginning: ChainHead = { seq: 0, hash: '' };

/** The form of a record that is hashed: a JSON list of its fields, in this order. */
const lineOf = ({ seq, at, actor, role, action, result, case_id, document_id, rest }: ChainRecord): string =>
  JSON.stringify([seq, at, actor, role, action, result, case_id, document_id, rest]);

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The head after one more record: the SHA-256 of the head before, a line break and the record. */
export const headAfter = async ({ hash }: ChainHead, record: ChainRecord): Promise<ChainHead> => {
  const text = new TextEncoder().encode(`${hash}\n${lineOf(record)}`);
  return { seq: record.seq, hash: hex(await crypto.subtle.digest('SHA-256', text)) };
};

/** The number of hexadecimal digits of a hash that are compared, kept and printed: 128 bits. */
const digits = 32;

/**
 * `intact`: the records up to the kept head exist unchanged. `missing`: one of them is missing; `gap`: another record
 * is missing. `changed`: the same number of records has another hash. `broken`: the server's own seal does not match.
 */
export type LogVerdict = 'first' | 'intact' | 'missing' | 'gap' | 'changed' | 'broken';

/**
 * Recalculates the hash of the log, record by record.
 * @param pageAfter the records after a position
 * @param kept the head of an earlier visit
 */
export const checkLog = async (
  pageAfter: (seq: number) => Promise<AuditChain>,
  kept?: ChainHead,
): Promise<{ verdict: LogVerdict; head: ChainHead; signed?: string | undefined }> => {
  let head = beginning;
  let changed = false;
  let broken = false;
  let signed: string | undefined;
  for (let more = true; more; ) {
    const page = await pageAfter(head.seq);
    broken ||= !page.sealed;
    for (const record of page.items) {
      if (record.seq !== head.seq + 1) return { verdict: kept && head.seq < kept.seq ? 'missing' : 'gap', head };
      head = await headAfter(head, record);
      if (head.seq === kept?.seq) changed = head.hash.slice(0, digits) !== kept.hash.slice(0, digits);
    }
    signed = page.signed;
    more = page.more && page.items.length > 0;
  }
  const verdict = (): LogVerdict => {
    if (kept && head.seq < kept.seq) return 'missing';
    if (changed) return 'changed';
    if (broken) return 'broken';
    return kept ? 'intact' : 'first';
  };
  return { verdict: verdict(), head, signed };
};

/** A head as a code for paper: `132 ab12 cd34 …`. */
export const codeOf = ({ seq, hash }: ChainHead): string =>
  `${seq} ${hash.slice(0, digits).match(/.{4}/g)?.join(' ') ?? ''}`;

/** The head of a typed code; undefined if the code is invalid. Spaces and case do not matter. */
export const headOfCode = (code: string): ChainHead | undefined => {
  const [, seq, rest] = /^\s*(\d+)\s+([\da-f\s]+)$/i.exec(code) ?? [];
  const hash = rest?.replace(/\s/g, '').toLowerCase() ?? '';
  return seq && hash.length === digits ? { seq: Number(seq), hash } : undefined;
};
