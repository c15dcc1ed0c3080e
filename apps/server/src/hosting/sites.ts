import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import type { AccountKind } from '@konsil/contracts/codes';
import type { PortalConfig } from '@konsil/contracts/portal-config';
import type { FastifyInstance } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { carriesTicket } from '@konsil/server-dicom/web/viewer-access';
import { securityTxtPath } from '../security-txt.ts';
import { clockChanges } from './clock-changes.ts';
import { listen, type Site } from './listen.ts';
import { inlineScripts } from './pages.ts';
import { portalPolicy, viewerPolicy, type Policy } from './policy.ts';
import { createPortal } from './portal.ts';

/** The GET URLs that belong to the API and not to the portal. */
type Calls = (url: string) => boolean;
const portalCalls: Calls = (url) =>
  url.startsWith('/api/') || url.startsWith('/account/') || url.startsWith(`${fhirRoot}/`) || url === securityTxtPath;
const viewerCalls: Calls = (url) => url.startsWith('/dicom-web/') || carriesTicket(url);

/** A page's own form, submitted before its script runs. */
const isPageForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && headers['sec-fetch-mode'] === 'navigate';
const isCall = (request: IncomingMessage, calls: Calls): boolean =>
  calls(request.url ?? '') || !(request.method === 'GET' || request.method === 'HEAD' || isPageForm(request));

const portalsOf = ({ patient, doctor }: Env['origins']): PortalConfig['portals'] => ({ patient, doctor });

/** A portal's settings; it uses its own origin unless the API has another one. */
export const portalConfig = (
  {
    PUBLIC_API_ORIGIN: api,
    PRACTICE_TIME_ZONE: timeZone,
    PRACTICE_HOLIDAYS: holidays,
    SESSION_POLLING_SECONDS: sessionPolling,
    SESSION_POLLING_OFFLINE: pollOffline,
    SESSION_WARNING_SECONDS: sessionWarning,
    SESSION_IDLE_MINUTES: sessionIdle,
    SESSION_ABSOLUTE_HOURS: sessionAbsolute,
    OPERATOR_PHONE: phone,
    OPERATOR_HOURS: hours,
    OPERATOR_HOURS_EN: hoursInEnglish = hours,
    identityProviders,
    origins,
  }: Pick<
    Env,
    | 'PUBLIC_API_ORIGIN'
    | 'PRACTICE_TIME_ZONE'
    | 'PRACTICE_HOLIDAYS'
    | 'SESSION_POLLING_SECONDS'
    | 'SESSION_POLLING_OFFLINE'
    | 'SESSION_WARNING_SECONDS'
    | 'SESSION_IDLE_MINUTES'
    | 'SESSION_ABSOLUTE_HOURS'
    | 'OPERATOR_PHONE'
    | 'OPERATOR_HOURS'
    | 'OPERATOR_HOURS_EN'
    | 'identityProviders'
    | 'origins'
  >,
  portal: AccountKind,
): PortalConfig => {
  // Operators' sessions are valid at the console's own origin only.
  const apiOrigin = portal !== 'operator' && api && api !== origins[portal] ? api : '';
  // The cookies of a provider's sign-in belong to the portal's host.
  const providers = apiOrigin ? [] : identityProviders.filter(({ role }) => role === portal);
  return {
    apiOrigin,
    portals: portalsOf(origins),
    timeZone,
    clockChanges: clockChanges(new Date()),
    ...(holidays === 'BUND' ? {} : { holidays }),
    sessionPolling,
    pollOffline,
    sessionWarning,
    sessionIdle,
    sessionAbsolute,
    ...(phone && { operator: { phone, ...(hours && hoursInEnglish && { hours: { de: hours, en: hoursInEnglish } }) } }),
    ...(providers.length > 0 && { providers: providers.map(({ id, name }) => ({ id, name })) }),
  };
};

interface Portals {
  /** The folder of the built `patient-portal`, `doctor-portal`, `imaging-viewer` and `operator-console`. */
  builtApps: string;
  /** True if the installation is currently a quiet copy. */
  isQuiet: () => boolean;
}

interface Front {
  app: string;
  policy: Policy;
  config: Partial<PortalConfig>;
  calls: Calls;
}

const viewer = 'imaging-viewer';

/** A built portal on its own port, which also serves the API. */
const inFrontOf = async (
  api: FastifyInstance,
  env: Env,
  { builtApps, isQuiet }: Portals,
  { app, policy, config, calls }: Front,
): Promise<RequestListener> => {
  const portal = await createPortal({
    folder: join(builtApps, app),
    policy,
    config,
    isQuiet,
    https: env.https,
    logger: api.log,
  });
  await portal.ready();
  return (request, response) => (isCall(request, calls) ? api : portal).routing(request, response);
};

/**
 * Opens API, portals and viewer on their ports; only the API if something else serves the others. Makes the API ready,
 * and closes the ports with it: running requests are finished first.
 * @throws {Error} one line for the operator if something is not built or a port is in use
 */
export const openSites = async (api: FastifyInstance, env: Env, portals: Portals): Promise<void> => {
  // A worker opens no port, but its queues start as those of every process.
  if (!env.serves) {
    await api.ready();
    return;
  }
  const { builtApps } = portals;
  const front = (parts: Front) => inFrontOf(api, env, portals, parts);
  const portalFront = (portal: AccountKind, app = `${portal}-portal`) => {
    const config = portalConfig(env, portal);
    const policy = portalPolicy(config.apiOrigin ? [config.apiOrigin] : [], inlineScripts(join(builtApps, app)));
    return front({ app, policy, config, calls: portalCalls });
  };
  const apiSite: Site = {
    name: 'API',
    port: env.API_PORT,
    setting: 'API_PORT',
    answer: (request, response) => api.routing(request, response),
  };
  const sites: Site[] = !env.SERVE_PORTALS
    ? [apiSite]
    : [
        apiSite,
        {
          name: 'patient portal',
          port: env.PATIENT_PORTAL_PORT,
          setting: 'PATIENT_PORTAL_PORT',
          answer: await portalFront('patient'),
        },
        {
          name: 'doctor portal',
          port: env.DOCTOR_PORTAL_PORT,
          setting: 'DOCTOR_PORTAL_PORT',
          answer: await portalFront('doctor'),
        },
        {
          name: 'viewer',
          port: env.VIEWER_PORT,
          setting: 'VIEWER_PORT',
          answer: await front({
            app: viewer,
            policy: viewerPolicy(inlineScripts(join(builtApps, viewer))),
            config: { portals: portalsOf(env.origins) },
            calls: viewerCalls,
          }),
        },
        ...(env.origins.operator
          ? [
              {
                name: 'operator console',
                port: env.CONSOLE_PORT,
                setting: 'CONSOLE_PORT',
                answer: await portalFront('operator', 'operator-console'),
              },
            ]
          : []),
      ];
  let close = () => Promise.resolve();
  api.addHook('preClose', () => close());
  await api.ready();
  close = await listen(sites, env);
};
