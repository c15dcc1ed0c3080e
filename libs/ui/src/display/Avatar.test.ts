import { initialsOf } from './Avatar';

it.each([
  ['Miriam Adler', 'MA'],
  ['Prof. Dr. Elif Sandberg', 'ES'],
  ['Dr.med. Özlem von der Heide', 'ÖH'],
  ['Cher', 'C'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
