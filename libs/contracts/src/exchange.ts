import * as z from 'zod/mini';
import { idParams, momentSchema, requiredText } from './common.ts';
import { defineRoute } from './route.ts';

/** A receipt, as the access log of the sending installation keeps it. */
export const filedReceiptSchema = z.object({
  manifest_sha256: z.string(),
  /** The key of the receiving installation, and the host that it says to have. */
  key_id: z.string(),
  host: z.string(),
  taken_at: momentSchema,
  /** The states of both access logs, as codes: that of the receiving installation, and the one here when it was sent. */
  log: z.string(),
  sent_log: z.string(),
  filed_at: momentSchema,
});
export type FiledReceipt = z.infer<typeof filedReceiptSchema>;

export const exchangeRoutes = {
  getReceipt: defineRoute({
    method: 'GET',
    path: '/api/imports/:id/receipt',
    summary: 'A signed receipt for the installation that a record came from',
    params: idParams,
    response: z.object({
      /** A JWS (RFC 7515) by this installation's key. */
      receipt: z.string(),
      /** The state of the access log that it states, as a code. */
      log: z.string(),
    }),
  }),
  listReceipts: defineRoute({
    method: 'GET',
    path: '/api/patients/:id/receipts',
    summary: 'Receipts of other installations that were filed for a person',
    params: idParams,
    response: z.array(filedReceiptSchema),
  }),
  fileReceipt: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/receipts',
    status: 201,
    summary: 'File the receipt of an installation that took a record over',
    params: idParams,
    body: z.object({ receipt: requiredText('fileMissing', 8000) }),
    response: filedReceiptSchema,
  }),
};
