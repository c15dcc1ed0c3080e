import { eventsServersOf } from './events-url.ts';

test.each([
  ['nats://localhost', { servers: ['localhost:4222'], needsTls: false }],
  [
    'tls://konsil:p%40ss%3Aword@a.example:4333,b.example/',
    { servers: ['a.example:4333', 'b.example:4222'], needsTls: true, user: 'konsil', pass: 'p@ss:word' },
  ],
  ['tls://s3cret@[::1]:4222', { servers: ['[::1]:4222'], needsTls: true, token: 's3cret' }],
])('%s contains servers and credentials', (url, servers) => expect(eventsServersOf(url)).toEqual(servers));

test.each([
  '',
  'nats://',
  'nats://a,',
  'https://a',
  'nats://hunter2@',
  'nats://a/b',
  'nats://%zz@hunter2',
  'nats://a:x',
])('%s is refused without repeating it in the error', (url) => {
  expect(() => eventsServersOf(url)).toThrow(/^must /);
  expect(() => eventsServersOf(url)).not.toThrow('hunter2');
});
