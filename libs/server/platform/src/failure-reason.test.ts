import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LoggableFailure, reasonOf } from './failure-reason.ts';
import { emailCarrier, smsCarrier } from './outbox/transports.ts';

const letter = { to: 'petra@example.org', subject: 'Konsil', text: 'Ihr Code' };
const sms = { SMS_GATEWAY_HEADERS: {}, SMS_GATEWAY_BODY: '{}', SMS_GATEWAY_OK: /^/, SMS_GATEWAY_REFUSED: undefined };

// The server warns of its own certificate, which is the point here.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

/** A mail server that rejects every recipient and repeats the address; with TLS it has a certificate that nobody trusts. */
const withMailServer = async (secure: boolean, work: (port: number) => Promise<void>): Promise<void> => {
  const server = new SMTPServer({
    secure,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error(`no ${address}`), { responseCode: 451 })),
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await work((server.server.address() as AddressInfo).port);
  } finally {
    await new Promise<void>((closed) => server.close(closed));
  }
};
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (failure: unknown) => failure,
  );
const sendBy = async (url: string): Promise<string> => {
  const { carry, close } = emailCarrier({
    SMTP_URL: url,
    MAIL_FROM: 'konsil@example.org',
    OPERATOR_EMAIL: 'betrieb@example.org',
    smtpNeedsTls: false,
  });
  try {
    return reasonOf(await failureOf(carry(letter, '1')));
  } finally {
    close();
  }
};

test('names an untrusted certificate of the mail server and of the SMS gateway', () =>
  withMailServer(true, async (port) => {
    expect(await sendBy(`smtps://127.0.0.1:${port}`)).toMatch(/^ESOCKET .*certificate/);
    const carry = smsCarrier({ ...sms, SMS_GATEWAY_URL: `https://127.0.0.1:${port}` });
    expect(reasonOf(await failureOf(carry(letter, '1')))).toMatch(/certificate/);
  }));

test('names a refused connection', async () =>
  expect(await sendBy('smtp://127.0.0.1:1')).toMatch(/^ESOCKET connect ECONNREFUSED 127\.0\.0\.1:1$/));

test('returns the code of an SMTP reply without its text, which may contain an address', () =>
  withMailServer(false, async (port) => {
    const reason = await sendBy(`smtp://127.0.0.1:${port}`);
    expect(reason).toBe('EENVELOPE 451');
  }));

test('returns only messages written for the log', () => {
  expect(reasonOf(new LoggableFailure('The SMS gateway answered 500.'))).toBe('The SMS gateway answered 500.');
  expect(reasonOf(new Error('petra@example.org'))).toBe('Error');
});
