import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'patient-portal',
  ground: '#f9f6f1',
  prerendered: true,
});
