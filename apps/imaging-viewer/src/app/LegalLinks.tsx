import { useWords } from './words.ts';

/** The pages that every portal has, in the order of its foot. */
const pages = [
  ['privacy', '/datenschutz'],
  ['imprint', '/impressum'],
] as const;

const portal = (): string => document.querySelector<HTMLMetaElement>('meta[name="konsil-portal"]')?.content ?? '';

/** Privacy notice and imprint, at the portal; in a tab of their own, so that the images stay as they are. */
export function LegalLinks() {
  const { t } = useWords();
  return (
    <nav className="legal" aria-label={t('legal.label')}>
      {pages.map(([page, path]) => (
        <a key={page} href={`${portal()}${path}`} target="_blank" rel="noreferrer">
          {t(`legal.${page}`)}
        </a>
      ))}
    </nav>
  );
}
