// Measures if transactions wait for each other when they append to the access log: without a chain, with one chain for
// all, with the installation's chains, and with a chain for each patient; 1, 8 and 32 clients.
// node tools/bench/audit-chains.mjs [--seconds 4] [--rounds 3]
import { parseArgs } from 'node:util';
import { runLoad } from './load.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
await runLoad('audit-load.ts', ['--seconds', values.seconds, '--rounds', values.rounds]);
