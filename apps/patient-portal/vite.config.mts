import { portalConfig } from '../../tools/vite/portal.mts';

export default portalConfig({
  name: 'patient-portal',
  port: 5200,
  title: 'Konsil',
  description: 'Unterlagen zusammenstellen, an Ihre Ärztin oder Ihren Arzt senden, Antwort erhalten.',
  prerendered: true,
});
