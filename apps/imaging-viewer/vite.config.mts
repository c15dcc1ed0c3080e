import { resolve } from 'node:path';
import { mergeConfig } from 'vite';
import { portalConfig } from '../../tools/vite/portal.mts';

const portal = portalConfig({
  name: 'imaging-viewer',
  port: 5001,
  title: 'Konsil Bildgebung',
  description: 'Aufnahmen ansehen. Nur zur Ansicht, nicht zur Befundung.',
});

// vtk.js reaches for an XML writer and for Node's events; the page dies at its start without these (docs/decisions/hosting.md).
export default mergeConfig(portal, {
  resolve: { alias: { xmlbuilder2: resolve(import.meta.dirname, '../../tools/vite/nothing.mjs'), events: 'events/' } },
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['@cornerstonejs/dicom-image-loader'] },
});
