import { act } from '@testing-library/react';
import { openImages } from './open-images.ts';
import { keepPlace, restorePlace } from './kept-place.ts';

beforeEach(() => {
  history.replaceState({ key: 'answer' }, '', '/doctor/case/1/answer');
  document.body.innerHTML = '<main><p>Befund</p><button>Aufnahmen öffnen</button><button>Senden</button></main>';
});
afterEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = '';
});
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement;
const kept = () => sessionStorage.getItem('konsil:place');
/** The page is loaded anew. */
const loadAgain = (html: string) => {
  document.body.innerHTML = html;
  restorePlace();
};
/** Mutation observers have run. */
const settled = () => act(async () => Promise.resolve());

describe('Images', () => {
  // jsdom goes nowhere: the kept place tells that the page would be left.
  const viewer = '/doctor/case/1/answer#viewer';

  test('open from the page on which they were asked for', async () => {
    expect(await openImages(() => Promise.resolve(viewer), 'here')).toBe(true);
    expect(kept()).not.toBeNull();
  });

  test('that load late do not navigate away from another page', async () => {
    const opened = openImages(async () => {
      history.pushState({ key: 'next' }, '', '/doctor/case/2/answer');
      return viewer;
    }, 'here');
    expect(await opened).toBe(true);
    expect(kept()).toBeNull();
  });

  test('are not opened while unsaved input would be lost', async () => {
    const refuse = (event: Event) => event.preventDefault();
    const opened = openImages(async () => {
      window.addEventListener('beforeunload', refuse);
      return viewer;
    }, 'here');
    expect(await opened).toBe(false);
    window.removeEventListener('beforeunload', refuse);
    expect(kept()).toBeNull();
  });
});

describe('The place before images', () => {
  test('regains the focus once its element is rendered', async () => {
    button('Aufnahmen öffnen').focus();
    keepPlace();
    loadAgain('<main></main>');
    document.body.innerHTML = '<main><p>Befund</p><button>Aufnahmen öffnen</button></main>';
    await settled();
    expect(button('Aufnahmen öffnen')).toHaveFocus();
  });

  test('is not restored to another element at the same position', async () => {
    button('Aufnahmen öffnen').focus();
    keepPlace();
    loadAgain('<main><p>Wird geladen</p><button>Senden</button></main>');
    await settled();
    expect(button('Senden')).not.toHaveFocus();
  });

  test('is not restored once the user moves on', async () => {
    button('Aufnahmen öffnen').focus();
    keepPlace();
    loadAgain('<main></main>');
    history.replaceState({ key: 'before' }, '', '/doctor');
    document.body.innerHTML = '<main><p>Fälle</p><button>Aufnahmen öffnen</button></main>';
    await settled();
    expect(button('Aufnahmen öffnen')).not.toHaveFocus();
  });

  test('is dropped when the browser restores the page from its back/forward cache', () => {
    keepPlace();
    expect(kept()).not.toBeNull();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(kept()).toBeNull();
  });
});
