import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'doctor-portal',
  ground: '#eceef1',
  prerendered: true,
});
