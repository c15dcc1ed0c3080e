import type { Locator, Page } from '@playwright/test';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Todo } from '@konsil/contracts/todos';
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
/** By position in the list; of 40: 8 urgent, 10 snoozed, 6 with a ToDo, 4 unread, 12 unchanged. */
const decisions = Array.from({ length: count }, (_, place) => twenty[place % twenty.length] ?? 'asItIs');
const todo = { title: 'Befund anfordern', content: 'Den Bericht des Krankenhauses schicken lassen' };

interface Point {
  x: number;
  y: number;
}

/** Counts key chords, clicks and screenfuls of scrolling; typed texts do not count. */
class Hand {
  actions = 0;
  constructor(readonly page: Page) {}
  async chord(keys: string) {
    this.actions += 1;
    await this.page.keyboard.press(keys);
  }
  async click(target: Locator, position?: Point) {
    this.actions += 1;
    await target.click({ ...(position && { position }) });
  }
  /**
   * Scrolls by screenfuls until a place of the element is free, also beside a toast; at the end of a list, until a toast
   * has gone. @returns the place, from the element's corner
   */
  async reach(target: Locator, scroll: (top: number) => Promise<unknown>): Promise<Point> {
    const look = () =>
      target.evaluate((element) => {
        const { left, top: y, width, height } = element.getBoundingClientRect();
        const places = [0.5, 0.3, 0.7].map((share) => ({ x: width * share, y: height / 2 }));
        const found = places.find((place) => element.contains(document.elementFromPoint(left + place.x, y + place.y)));
        return [found, y] as const;
      });
    for (;;) {
      const [free, top] = await look();
      if (free) return free;
      this.actions += 1;
      await scroll(top);
      const seen = async () => {
        const [nowFree, now] = await look();
        return nowFree !== undefined || Math.abs(now - top) > 1;
      };
      await expect.poll(seen).toBe(true);
    }
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

const rowOf = (page: Page, id: string) => page.locator(`[data-row]:has([data-link] > a[href$="${id}"])`);

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

/** Makes the cases new again. */
const startAnew = async ({ page }: SignedInPerson, ids: readonly string[]) => {
  const cases = ids.map((id) => ({ id, priority: 'undefined', unread: false, snoozed_until: null }));
  expect((await call(page, { method: 'PUT', path: '/api/process/triage', body: { cases } })).status).toBe(200);
  const { body } = await call(page, { method: 'GET', path: '/api/aufgaben?state=open&limit=200' });
  for (const { id } of (body as { items: Todo[] }).items)
    expect((await call(page, { method: 'PUT', path: `/api/aufgaben/${id}`, body: { done: true } })).status).toBe(200);
};

/** A toast does not cover the bar. */
const expectBeside = async (toast: Locator, bar: Locator) => {
  await expect(toast).toBeVisible();
  const bottomOf = async () => {
    const { y, height } = (await toast.boundingBox()) ?? { y: NaN, height: 0 };
    return y + height;
  };
  const { y: top = 0 } = (await bar.boundingBox()) ?? {};
  await expect.poll(bottomOf).toBeLessThan(top);
};

/** A row's checkbox that is scrolled to the header lies below it. */
const expectBelowHeader = (box: Locator) =>
  expect
    .poll(() =>
      box.evaluate((element) => {
        const middle = (one: Element) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        };
        const head = element.closest('table')?.querySelector('thead th') ?? element;
        let pane = element.parentElement;
        while (pane && getComputedStyle(pane).overflowY !== 'auto') pane = pane.parentElement;
        pane?.scrollBy(0, middle(element).y - middle(head).y);
        const { x, y } = middle(element);
        return [Math.abs(y - middle(head).y) < 2, document.elementFromPoint(x, y)?.closest('thead') !== null];
      }),
    )
    .toEqual([true, true]);

/** Toasts are dialogs, too. */
const dialogIn = (page: Page) => page.locator('[role="dialog"]:not([aria-modal="false"])');
const fieldsIn = (page: Page) => ({
  title: page.getByLabel('Titel'),
  content: page.getByLabel('Was ist zu tun?'),
  add: page.getByRole('button', { name: 'Aufgabe anlegen' }),
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
      // The usual due date stands there.
      await hand.chord('Tab');
      await hand.chord('Enter');
      await expect(linkOf(page, id)).toBeFocused();
    }
    if ((decision === 'todo' || decision === 'asItIs') && place < planned.length - 1) await hand.chord('j');
  }
  return hand.actions;
};

const byMouse = async (page: Page, planned: readonly [string, Decision][]): Promise<number> => {
  const hand = new Hand(page);
  const fields = fieldsIn(page);
  const bar = page.getByRole('group', { name: 'Mit den gewählten Fällen tun' });
  const act = (name: RegExp) => hand.click(bar.getByRole('button', { name }));
  const wheel = async (top: number) => {
    await page.getByRole('table').hover();
    await page.mouse.wheel(0, top > 300 ? 400 : -2000);
  };
  const of = (decision: Decision) => planned.filter(([, one]) => one === decision).map(([id]) => id);
  const markAll = async (decision: Decision) => {
    for (const id of of(decision)) {
      const box = rowOf(page, id).getByRole('checkbox');
      await hand.reach(box, wheel);
      await hand.click(box);
    }
  };
  await markAll('urgent');
  await act(/hoch/);
  await expectBeside(page.getByText(/^Priorität von \d+ Fällen gesetzt: hoch$/), bar);
  await markAll('unread');
  await act(/^Ungelesen/);
  for (const id of of('todo')) {
    const row = rowOf(page, id);
    await hand.click(row, await hand.reach(row, wheel));
    await act(/^Aufgabe/);
    await expect(fields.title).toBeFocused();
    await page.keyboard.type(todo.title);
    await hand.click(fields.content);
    await page.keyboard.type(todo.content);
    await hand.click(fields.add);
    await expect(dialogIn(page)).toBeHidden();
  }
  await markAll('later');
  await act(/^Später/);
  await hand.click(page.getByRole('button', { name: /^Morgen/ }));
  await expect(dialogIn(page)).toBeHidden();
  return hand.actions;
};

test('new cases are triaged with two actions each, with no case opened', async ({ patient, doctor }) => {
  const { page } = doctor;
  const ids = await test.step('they wait', () => newWaitingCases(patient, doctor, decisions.length));
  const open = async (on: Page) => {
    await on.goto('/doctor');
    const planned = await plan(on, ids.length);
    return { planned, requests: requestsFor(on, ids) };
  };

  await test.step('by keyboard', async () => {
    const { planned, requests } = await open(page);
    const actions = await byKeyboard(page, planned);
    noteActions('keyboard', actions);
    await expectDecided(doctor, planned);
    expect(actions).toBeLessThanOrEqual(most.triage);
    expect(withoutPreviews(requests)).toEqual([]);
  });
  await test.step('by mouse', async () => {
    await startAnew(doctor, ids);
    const { planned, requests } = await open(page);
    const actions = await byMouse(page, planned);
    noteActions('mouse', actions);
    await expectDecided(doctor, planned);
    expect(actions).toBeLessThanOrEqual(most.triage);
    expect(withoutPreviews(requests)).toEqual([]);
    await expectBelowHeader(page.locator('[data-row="1"]').getByRole('checkbox'));
  });
  const unopened = (await listedCases(doctor)).filter(({ triage }) => triage?.unopened);
  expect(unopened).toHaveLength(ids.length);
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
  // A new case begins with its overview.
  await hand.click(
    page.getByRole('navigation', { name: 'Unterlagen des Falls' }).getByRole('listitem').getByRole('link').first(),
  );
  await hand.click(page.getByRole('button', { name: 'Aufnahmen öffnen' }));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Zwei Serien vergleichen' }));
  await expect(page.locator('[data-phase="shown"]')).toHaveCount(2);
  await hand.click(page.getByRole('button', { name: 'Aufnahmen schließen' }));
  await hand.click(page.getByLabel('Antwort auf Frage 1'));
  await page.keyboard.type('Der Befund ist gegenüber der Voraufnahme unverändert.');
  await hand.click(page.getByRole('button', { name: 'Fertig' }));
  await expect(page.getByLabel('Zusammenfassung')).toBeFocused();
  await page.keyboard.type('Kein Grund zur Sorge.');
  await hand.click(page.getByRole('button', { name: /^Senden/ }));
  await expect(page.getByText(/^Antwort gesendet/)).toBeVisible();
  // The images open in the tab of the case.
  expect(page.context().pages()).toHaveLength(1);
  noteActions('CT with prior', hand.actions);
  expect(hand.actions).toBeLessThanOrEqual(most.caseWithPrior);
});
