import type { Page } from '@playwright/test';
import { aPhoto, aReport } from './files.ts';
import { expect, test, titleOf } from './fixtures.ts';
import { expectFocusIn, tabTo } from './keyboard.ts';

const titled = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeFocused();
const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') => {
  await tabTo(page, page.getByRole(role, { name }));
  await page.keyboard.press('Enter');
};
const write = async (page: Page, label: string, words: string) => {
  await tabTo(page, page.getByRole('textbox', { name: label }));
  await page.keyboard.type(words);
};

test('a first case is created, described and sent in English by keyboard alone', async ({
  patient: { page },
  doctor,
}) => {
  await page.goto('/patient?lang=en');
  await expect(titleOf(page)).toBeVisible();

  await test.step('each of the two steps focuses its title', async () => {
    await press(page, 'Start a new case', 'link');
    await titled(page, 'New case');
    await write(page, 'Diagnosis or symptoms, in a few words', 'Torn meniscus');
    await write(page, 'Medical history: what has happened so far?', 'Began after skiing.');
    await press(page, 'Is an operation necessary?');
    await press(page, 'Continue to doctors who fit');
    await titled(page, 'Who would you like to ask?');
    const box = page.getByRole('searchbox', { name: 'Doctor' });
    await tabTo(page, box);
    await page.keyboard.type('Nobody of this name');
    await expect(page.getByText('No doctor found.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(doctor.lastName);
    await expect(page.getByRole('article')).toHaveCount(1);
    await press(page, new RegExp(`^Ask .*${doctor.lastName}$`));
    await titled(page, 'Upload documents');
  });

  await test.step('confirming a guess focuses the next row, shared details the next link', async () => {
    const letter = await aReport('letter.pdf', 'Klinikum Rosenberg. Arztbrief vom 14.09.2026. Patientin Petra Möller');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        letter,
        await aPhoto('one.jpg'),
        { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 without a page') },
      ]);
    await expect(page.getByText('3 not described yet')).toBeVisible();
    await expect(page.getByText(/We could not open this PDF/)).toBeVisible();
    await press(page, 'Give several files the same details');
    const dialog = page.getByRole('dialog', { name: 'The same details for several files' });
    await expect(dialog.getByRole('checkbox', { name: 'letter.pdf' })).not.toBeChecked();
    await expectFocusIn(dialog);
    await tabTo(page, dialog.getByRole('combobox', { name: 'What is this?' }));
    await page.keyboard.type('Laboratory');
    await write(page, 'Date of the document', '12.10.2026');
    await tabTo(page, dialog.getByRole('radio', { name: 'Hospital' }));
    await page.keyboard.press('Space');
    await write(page, 'Name of the practice or clinic', 'Klinik Nord');
    await press(page, 'Save for 2 files');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('2 done, 1 not described yet')).toBeVisible();
    await press(page, /^That is right:/);
    await expect(page.getByRole('link', { name: 'Check and send' })).toBeFocused();
    await page.keyboard.press('Enter');
  });

  await test.step('sees warnings before sending, consents and sends', async () => {
    await titled(page, 'Check before you send');
    await expect(page.getByText('We could not open this PDF.')).toBeVisible();
    await tabTo(page, page.getByRole('checkbox', { name: /^I consent/ }));
    await page.keyboard.press('Space');
    await press(page, /^Send to Dr\s/);
    await titled(page, 'Sent');
  });
});
