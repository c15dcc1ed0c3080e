import type { Plugin, ServerOptions } from 'vite';
import { configPlaceholder, portalPlaceholders, type PortalConfig } from '../../libs/contracts/src/portal-config.ts';

const port = (setting: string, usual: number): number => Number(process.env[setting] ?? usual);
const ports = {
  api: port('API_PORT', 3000),
  'patient-portal': port('PATIENT_PORTAL_PORT', 4200),
  'doctor-portal': port('DOCTOR_PORTAL_PORT', 4300),
  'imaging-viewer': port('VIEWER_PORT', 3001),
  'operator-console': port('CONSOLE_PORT', 4500),
};
export type AppName = Exclude<keyof typeof ports, 'api'>;

const portals: PortalConfig['portals'] = {
  patient: `http://localhost:${ports['patient-portal']}`,
  doctor: `http://localhost:${ports['doctor-portal']}`,
};
const config = JSON.stringify({ apiOrigin: '', portals });
const escaped = config.replaceAll('"', '&quot;');

/** Fills the server's placeholders in the page (apps/server/src/hosting), for pages served by Vite. */
export const filledPage = (): Plugin => ({
  name: 'konsil:filled-page',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace(configPlaceholder, () => escaped)
        .replaceAll(portalPlaceholders.patient, portals.patient)
        .replaceAll(portalPlaceholders.doctor, portals.doctor)
        .replaceAll('__CSP_NONCE__', 'dev'),
  },
  configureServer: ({ middlewares }) =>
    void middlewares.use('/config.json', (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(config);
    }),
});

/**
 * The port of the app as in `npm start`; proxies API requests with the browser's Host and Origin, so that sign-in
 * works.
 */
export const devServer = (name: AppName): ServerOptions => {
  const target = `http://localhost:${ports.api}`;
  return {
    host: 'localhost',
    port: ports[name],
    strictPort: true,
    proxy:
      name === 'imaging-viewer'
        ? { '/dicom-web/': target, '^/viewer\\?.*\\bticket=': target }
        : { '/api/': target, '/account/': target, '/fhir/': target },
  };
};
