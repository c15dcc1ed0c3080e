import { randomUUID } from 'node:crypto';
import { later, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { previewAddresses, previewRightOf } from '@konsil/server-documents/delivery/preview-address';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

const [sessionId, documentId] = [randomUUID(), randomUUID()];
const now = new Date('2026-11-21T12:01:00Z');
const ticketOf = (id: string) => previewAddresses(house.kernel.vault, sessionId, now)(id).replace('/api/previews/', '');
const rightOf = (ticket: string, at = now) => previewRightOf(house.kernel.vault, ticket, at);

test('a ticket identifies session and document, is stable for a while, and expires', () => {
  const ticket = ticketOf(documentId);
  expect(rightOf(ticket)).toEqual({ sessionId, documentId });
  expect(previewAddresses(house.kernel.vault, sessionId, later(now, 8 * minuteMs))(documentId)).toContain(ticket);
  expect(rightOf(ticket, later(now, 10 * minuteMs))).not.toBeNull();
  expect(rightOf(ticket, later(now, 20 * minuteMs))).toBeNull();
});

test("a changed byte or another document's signature invalidates a ticket", () => {
  const [own, other] = [documentId, randomUUID()].map((id) => Buffer.from(ticketOf(id), 'base64url')) as [
    Buffer,
    Buffer,
  ];
  for (let at = 0; at < own.length; at += 1) {
    const changed = Buffer.from(own);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(rightOf(changed.toString('base64url'))).toBeNull();
  }
  expect(rightOf(Buffer.concat([own.subarray(0, 36), other.subarray(36)]).toString('base64url'))).toBeNull();
  for (const malformed of ['', 'abc', own.subarray(1).toString('base64url')]) expect(rightOf(malformed)).toBeNull();
});
