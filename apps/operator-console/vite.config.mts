import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'operator-console',
  ground: '#eceef1',
  prerendered: true,
});
