import * as z from 'zod/mini';

/** What a portal reads from its `config.json` at start, so that one build runs at any address. */
export const portalConfigSchema = z.object({
  /** Empty: the portal's own address answers the API too. */
  api_origin: z.string(),
  /** Where people of the other role belong. */
  portals: z.object({ patient: z.string(), doctor: z.string() }),
  /** Whether the demo accounts are there to sign in with. */
  demo: z.boolean(),
});
export type PortalConfig = z.infer<typeof portalConfigSchema>;
