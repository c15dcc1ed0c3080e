import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consentWordings } from '@konsil/contracts/privacy';

describe('The consent texts', () => {
  const wordsOf = (file: string) =>
    ['de', 'en'].map((language) =>
      JSON.parse(readFileSync(join(__dirname, '../../../..', file.replace('*', language)), 'utf8')),
    );
  const registration = wordsOf('libs/account/src/registration/locales/*.json');
  const mark = (words: unknown) => createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12);

  test('are identical when a consent is given again', () => {
    expect(
      wordsOf('apps/patient-portal/src/features/privacy/locales/*.json').map(({ consents }) => consents.againText),
    ).toEqual(registration.map(({ signup }) => signup.consent));
  });

  // If this fails: set `consentWordings` to the day of the change, and update the hash here.
  test('change only together with their stored version date', () => {
    const sending = wordsOf('apps/patient-portal/src/features/consent/locales/*.json').map(
      ({ consent, consentFor }) => [consent, consentFor],
    );
    expect([consentWordings.health_data, mark(registration.map(({ signup }) => signup.consent))]).toEqual([
      '2026-11-24',
      '9a564f9ff43f',
    ]);
    const secondLook = wordsOf('apps/patient-portal/src/features/cases/locales/*.json').map((words) => [
      words.secondLook.consent,
      words.secondLook.free,
    ]);
    expect([consentWordings.second_look, mark(secondLook)]).toEqual(['2026-11-27', '7efa1ae6f6a4']);
    const deputy = ['cases', 'send'].map((feature) =>
      wordsOf(`apps/patient-portal/src/features/${feature}/locales/*.json`).map(
        ({ deputy: words, deputyHint: hint }) =>
          typeof words === 'string' ? [words, hint] : [words.why, words.consent, words.free],
      ),
    );
    expect([consentWordings.deputy, mark(deputy)]).toEqual(['2026-11-27', '5b40fe6cbc1f']);
    const assistants = ['cases', 'send'].map((feature) =>
      wordsOf(`apps/patient-portal/src/features/${feature}/locales/*.json`).map(
        ({ assistants: words, assistantsHint: hint }) =>
          typeof words === 'string' ? [words, hint] : [words.consent, words.free],
      ),
    );
    expect([consentWordings.assistants, mark(assistants)]).toEqual(['2026-11-27', '40005d1d66ee']);
    const pool = ['cases', 'send'].map((feature) =>
      wordsOf(`apps/patient-portal/src/features/${feature}/locales/*.json`).map(({ pool: words, poolHint: hint }) =>
        typeof words === 'string' ? [words, hint] : [words.consent, words.free],
      ),
    );
    expect([consentWordings.clinic_pool, mark(pool)]).toEqual(['2026-11-28', '2ff6a4a7f9d5']);
    expect([consentWordings.send_to_doctor, mark(sending)]).toEqual(['2026-11-29', 'fe6413eff026']);
  });
});
