import { shared } from '../../vite/portal.mts';

export default shared;
