import { screen } from '@testing-library/react';
import { aDocument, anId, aProcessOverview, aRequest, renderWithProviders } from '@konsil/testing';
import { DocumentRail } from './DocumentRail';

const letter = aDocument({
  document_medical_kind: "Doctor's letter",
  medical_kind_code: 'letter',
  source_name: 'Praxis Dr. Keil',
  issue_date: '2026-10-12',
  pages: 3,
  is_new: true,
});
const laboratory = aDocument({ source_name: 'Labor am Ring', issue_date: '2026-11-02', pages: 1, is_new: true });

const show = (requests: number, documents = [laboratory, letter]) =>
  renderWithProviders(
    <DocumentRail
      theCase={aProcessOverview({
        documents,
        last_answer: null,
        requests: Array.from({ length: requests }, () => aRequest()),
      })}
      current={undefined}
      hrefOf={({ id }) => `#${id}`}
      listHref={(list) => `#${list}`}
    />,
  );
const entries = async () => {
  await screen.findAllByRole('listitem');
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent.replace(/\s/g, ' '));
};

test('a document has its date, number of pages and source', async () => {
  await show(1);
  expect(await entries()).toEqual([
    expect.stringMatching(/12\.10\.2026, 3 SeitenPraxis Dr\. Keil$/),
    expect.stringMatching(/02\.11\.2026, 1 SeiteLabor am Ring$/),
  ]);
});

test('documents are called new from the second request on', async () => {
  await show(2);
  expect(await entries()).toEqual([expect.stringMatching(/neu$/), expect.stringMatching(/neu$/)]);
});

test('a document of an unknown date says so, after the dated ones', async () => {
  await show(1, [aDocument({ ...letter, id: anId(), issue_date: null }), letter]);
  expect(await entries()).toEqual([
    expect.stringMatching(/12\.10\.2026, 3 SeitenPraxis Dr\. Keil$/),
    expect.stringMatching(/Datum unbekannt, 3 SeitenPraxis Dr\. Keil$/),
  ]);
});
