// A real OpenID Connect provider as a process of its own: `node real-provider.mjs REDIRECT_URI LOGOUT_URI [PERSON]`.
// Everybody who comes signs in as the person whose address is the `login_hint` (else PERSON), and consents.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [redirectUri, logoutUri, person] = process.argv.slice(2);
const server = createServer();
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'konsil',
      client_secret: 'a secret of the test',
      redirect_uris: [redirectUri],
      backchannel_logout_uri: logoutUri,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: id, email_verified: true, name: 'Jonas Weber' }),
  }),
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  // Its own refuses this machine.
  fetch: (url, options) => fetch(url, { method: options.method, headers: options.headers, body: options.body }),
  pkce: { required: () => true },
  cookies: { keys: ['test'] },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
});

const grantFor = async ({ params, session, grantId }) => {
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  return grant.save();
};
const answers = provider.callback();
server.on('request', async (request, response) => {
  if (!request.url.startsWith('/interaction/')) return answers(request, response);
  const details = await provider.interactionDetails(request, response);
  const result =
    details.prompt.name === 'login'
      ? { login: { accountId: details.params.login_hint ?? person } }
      : { consent: { grantId: await grantFor(details) } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
});
process.stdout.write(`${issuer}\n`);
