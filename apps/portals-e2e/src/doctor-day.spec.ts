import type { Locator, Page } from '@playwright/test';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Todo } from '@konsil/contracts/todos';
import { dayIn } from './days.ts';
import { listedCases, newWaitingCases } from './day-cases.ts';
import { expect, test, titleOf, type SignedInPerson } from './fixtures.ts';
import { call, scan } from './scans.ts';

/** Twenty new cases; `KONSIL_DAY=40` works a whole day. */
const count = Number(process.env['KONSIL_DAY'] ?? 20);
/** The most actions for a part of the day: the triage of its new cases (80 of 40), and one case. */
const most = { triage: count * 2, simpleCase: 5, caseWithPrior: 12 };
const noteActions = (what: string, actions: number) =>
  test.info().annotations.push({ type: `${what}, actions`, description: String(actions) });

type Decision = 'urgent' | 'later' | 'todo' | 'unread' | 'asItIs';
const twenty: Decision[] = [
  ...(['urgent', 'later', 'asItIs', 'todo', 'later', 'asItIs', 'unread', 'asItIs', 'urgent', 'later'] as const),
  ...(['asItIs', 'asItIs', 'todo', 'later', 'urgent', 'asItIs', 'later', 'todo', 'urgent', 'unread'] as const),
];
/** By place in the list; of 40: 8 urgent, 10 snoozed, 6 with a ToDo, 4 unread, 12 as they are. */
const decisions = Array.from({ length: count }, (_, place) => twenty[place % twenty.length] ?? 'asItIs');
const todo = { title: 'Befund anfordern', content: 'Den Bericht des Krankenhauses schicken lassen', day: dayIn(6) };

/** Counts key chords and clicks; typed texts do not count. */
class Hand {
  actions = 0;
  constructor(readonly page: Page) {}
  async chord(keys: string) {
    this.actions += 1;
    await this.page.keyboard.press(keys);
  }
  async click(target: Locator) {
    this.actions += 1;
    await target.click();
  }
}

/** The decision of each case, in the order of the open list. */
const plan = async (page: Page, cases: number): Promise<[string, Decision][]> => {
  const links = page.locator('[data-row] > [data-link] > a');
  await expect(links).toHaveCount(cases);
  const ids = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''));
  return ids.map((id, place) => [id, decisions[place] ?? 'asItIs']);
};
const linkOf = (page: Page, id: string) => page.locator(`[data-row] > [data-link] > a[href$="${id}"]`);

/** Requests of the page that name one of the cases, without the writing of its ToDo. */
const requestsFor = (page: Page, ids: readonly string[]) => {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!ids.some((id) => pathname.includes(id)) || /^\/(?:account\/drafts|api\/aufgaben)\//.test(pathname)) return;
    found.push(`${request.method()} ${pathname}`);
  });
  return found;
};

/** The desktop shows a preview of the selected row, which opens nothing. */
const withoutPreviews = (requests: readonly string[]) =>
  requests.filter((request) => !/^GET \/api\/processoverview\/[^/]+$/.test(request));

/** The decisions about each case, as the server has them. */
const decided = async (doctor: SignedInPerson): Promise<Map<string, Decision[]>> => {
  const { body } = await call(doctor.page, { method: 'GET', path: '/api/aufgaben?state=open&limit=200' });
  const withTodo = (body as { items: Todo[] }).items.map(({ case_id }) => case_id);
  const of = ({ id, priority, triage }: CaseSummary): Decision[] => [
    ...(priority === 'high' ? (['urgent'] as const) : []),
    ...(triage?.snoozed_until ? (['later'] as const) : []),
    ...(withTodo.includes(id) ? (['todo'] as const) : []),
    ...(triage?.marked_unread ? (['unread'] as const) : []),
  ];
  return new Map((await listedCases(doctor)).map((one) => [one.id, of(one)]));
};
const expectDecided = (doctor: SignedInPerson, planned: readonly [string, Decision][]) =>
  expect
    .poll(async () => {
      const found = await decided(doctor);
      return planned.map(([id]) => found.get(id));
    })
    .toEqual(planned.map(([, decision]) => (decision === 'asItIs' ? [] : [decision])));

const fieldsIn = (page: Page) => ({
  title: page.getByLabel('Titel'),
  content: page.getByLabel('Was ist zu tun?'),
  day: page.getByRole('textbox', { name: 'Frist' }),
});

const byKeyboard = async (page: Page, planned: readonly [string, Decision][]): Promise<number> => {
  const hand = new Hand(page);
  const fields = fieldsIn(page);
  for (const [place, [id, decision]] of planned.entries()) {
    await expect(linkOf(page, id)).toBeFocused();
    if (decision === 'urgent') await hand.chord('1');
    if (decision === 'unread') await hand.chord('u');
    if (decision === 'later') {
      await hand.chord('z');
      await expect(page.getByRole('button', { name: /^Morgen/ })).toBeFocused();
      await hand.chord('Enter');
    }
    if (decision === 'todo') {
      await hand.chord('t');
      await expect(fields.title).toBeFocused();
      await page.keyboard.type(todo.title);
      await hand.chord('Tab');
      await page.keyboard.type(todo.content);
      await hand.chord('Tab');
      await page.keyboard.type(todo.day);
      await hand.chord('Enter');
      await expect(linkOf(page, id)).toBeFocused();
    }
    if ((decision === 'todo' || decision === 'asItIs') && place < planned.length - 1) await hand.chord('j');
  }
  return hand.actions;
};

test('new cases are triaged by two keys each, with no case opened', async ({ patient, doctor }) => {
  const { page } = doctor;
  const ids = await test.step('they wait', () => newWaitingCases(patient, doctor, decisions.length));
  await page.goto('/doctor');
  const planned = await plan(page, ids.length);
  const requests = requestsFor(page, ids);
  const actions = await byKeyboard(page, planned);
  noteActions('triage by keyboard', actions);
  await expectDecided(doctor, planned);
  expect(actions).toBeLessThanOrEqual(most.triage);
  expect(withoutPreviews(requests)).toEqual([]);
});

test('a simple case takes few chords besides its texts, and the next one follows', async ({ patient, doctor }) => {
  const { page } = doctor;
  const ids = await newWaitingCases(patient, doctor, 3);
  await page.goto('/doctor');
  const [first, second, third] = (await plan(page, ids.length)).map(([id]) => id);
  await expect(linkOf(page, first ?? '')).toBeFocused();

  const conclude = async (hand: Hand) => {
    await page.keyboard.type('Nein, Bewegung hilft.');
    await hand.chord('Control+Enter');
    await expect(page.getByLabel('Zusammenfassung')).toBeFocused();
    await page.keyboard.type('Die Befunde sind unauffällig.');
    await hand.chord('Control+Enter');
  };
  await test.step('a conclusive answer', async () => {
    const hand = new Hand(page);
    await hand.chord('r');
    await expect(page.getByLabel('Antwort auf Frage 1')).toBeFocused();
    await conclude(hand);
    await expect(page).toHaveURL(new RegExp(`${second}/answer`));
    await expect(titleOf(page)).toBeFocused();
    noteActions('conclusive answer', hand.actions);
    expect(hand.actions).toBeLessThanOrEqual(most.simpleCase);
  });
  await test.step('a question to the patient: another kind is picked', async () => {
    const hand = new Hand(page);
    await hand.chord('Alt+Shift+KeyA');
    await expect(page.getByLabel('Antwort auf Frage 1')).toBeFocused();
    await hand.chord('Shift+Tab');
    await hand.chord('ArrowDown');
    await expect(page.getByRole('radio', { name: /^Rückfrage/ })).toBeChecked();
    await hand.chord('Tab');
    await expect(page.getByLabel('Ihre Frage')).toBeFocused();
    await page.keyboard.type('Haben Sie ein taubes Gefühl im Bein?');
    await hand.chord('Control+Enter');
    await expect(page).toHaveURL(new RegExp(`${third}/answer`));
    await expect(titleOf(page)).toBeFocused();
    noteActions('question to the patient', hand.actions);
    expect(hand.actions).toBeLessThanOrEqual(most.simpleCase);
  });
  const standing = new Map((await listedCases(doctor)).map(({ id, status }) => [id, status]));
  expect([first, second, third].map((id) => standing.get(id ?? ''))).toEqual([
    'answered',
    'with_patient',
    'with_doctor',
  ]);
});

test('a CT is read beside its prior and answered in few clicks', async ({ patient, doctor }) => {
  const { page } = doctor;
  const ct = scan('CT_small.dcm');
  // The day is in the identifiers, too.
  const prior = Buffer.from(ct.toString('latin1').replaceAll('20040119', '20030119'), 'latin1');
  const [caseId = ''] = await newWaitingCases(patient, doctor, 1, [
    { name: 'CT 2004.dcm', bytes: ct },
    { name: 'CT 2003.dcm', bytes: prior },
  ]);
  await page.goto('/doctor');
  const hand = new Hand(page);
  await expect(linkOf(page, caseId)).toBeFocused();
  await hand.click(page.getByRole('link', { name: 'Antworten' }));
  const [images] = await Promise.all([
    page.waitForEvent('popup'),
    hand.click(page.getByRole('button', { name: 'Aufnahmen öffnen' })),
  ]);
  await expect(images.locator('[data-phase="shown"]')).toBeVisible();
  await hand.click(images.getByRole('button', { name: 'Zwei Serien vergleichen' }));
  await expect(images.locator('[data-phase="shown"]')).toHaveCount(2);
  // The prior opens in the tab of the images.
  expect(page.context().pages()).toHaveLength(2);
  const closing = hand.click(images.getByRole('button', { name: 'Aufnahmen schließen' })).catch((error: unknown) => {
    if (!images.isClosed()) throw error;
  });
  await Promise.all([images.waitForEvent('close'), closing]);
  await hand.click(page.getByLabel('Antwort auf Frage 1'));
  await page.keyboard.type('Der Befund ist gegenüber der Voraufnahme unverändert.');
  await hand.click(page.getByRole('button', { name: 'Fertig' }));
  await expect(page.getByLabel('Zusammenfassung')).toBeFocused();
  await page.keyboard.type('Kein Grund zur Sorge.');
  await hand.click(page.getByRole('button', { name: /^Senden/ }));
  await expect(page.getByText(/^Antwort gesendet/)).toBeVisible();
  noteActions('CT with prior', hand.actions);
  expect(hand.actions).toBeLessThanOrEqual(most.caseWithPrior);
});
