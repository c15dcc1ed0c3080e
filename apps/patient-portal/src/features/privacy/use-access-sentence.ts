import { shortDoctorName } from '@konsil/cases';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { isHelperKind } from '@konsil/contracts/stored-kinds';
import { useTexts } from '@konsil/i18n';
import { useHelperName } from '@konsil/i18n/people';
import { privacyTexts } from './texts.ts';
import type { AccessLine } from './access-entries.ts';

/** Formats a recorded access as a sentence; the name is marked with `<b>`. */
export const useAccessSentence = () => {
  const { t } = useTexts(privacyTexts);
  const helperName = useHelperName();
  const thing = (kind: 'case' | 'document', ending: '' | 'To', name: string | null) =>
    name
      ? t(`thing.${kind}${ending}`, { name })
      : t(kind === 'case' ? `thing.someCase${ending}` : `thing.someDocument${ending}`);
  const personOf = ({ role, name }: AuditEntry['actor']) => {
    if (role === 'admin' || role === 'system') return t(`names.${role}`);
    return isHelperKind(role) && name ? helperName(role, name) : shortDoctorName(name) || t('names.stranger');
  };
  const nameOf = (actor: AuditEntry['actor']) =>
    actor.via ? t('names.via', { name: personOf(actor), client: actor.via }) : personOf(actor);

  return ({ entry, times }: AccessLine): string => {
    const { actor, action, result, case_name: aCase, document_name: document } = entry;
    // Either a patient decided about an app, or the app read in their name.
    const isAboutApp = action === 'app.allow' || action === 'app.end';
    const byApp = actor.mine && actor.via !== undefined && !isAboutApp;
    const voice = actor.mine && !byApp ? 'me' : 'other';
    const app = actor.via ?? '';
    const words = {
      name: byApp ? t('names.app', { app }) : isAboutApp ? personOf(actor) : nameOf(actor),
      app,
      case: thing('case', '', aCase),
      caseTo: thing('case', 'To', aCase),
      document: thing('document', '', document),
      documentTo: thing('document', 'To', document),
    };
    const refused = action === 'share.read' ? 'share' : voice;
    const sentence = result === 'denied' ? t(`denied.${refused}`, words) : t(`${voice}.${action}`, words);
    return times > 1 ? t('log.times', { sentence: sentence.replace(/\.$/, ''), count: times }) : sentence;
  };
};
