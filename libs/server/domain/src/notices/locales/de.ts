import { readableAddress } from '@konsil/contracts/mail-address';
import { quotaBounds } from '@konsil/contracts/quota-settings';
import { interfaceTexts } from '@konsil/server-platform/interface/texts';
import {
  letter,
  newsLetter,
  type EmailTexts,
  type NoticeKind,
  type PushText,
  type SmsTexts,
  type ToldAct,
} from '../texts/templates.ts';

const hello = 'Guten Tag,';
const notYou = 'Wenn Sie das nicht waren, antworten Sie bitte gleich auf diese E-Mail und ändern Sie Ihr Passwort.';
/** After the comma of the greeting a sentence begins small, except for the words of address. */
const afterGreeting = (line: string) =>
  /^(?:Sie|Ihr|Ihre)\b/.test(line) ? line : line.charAt(0).toLowerCase() + line.slice(1);
const bye = 'Freundliche Grüße\nIhr Konsil-Team';

const news: Record<NoticeKind, { one: string; many: (count: number) => string }> = {
  request: {
    one: 'Eine neue Anfrage wartet bei Konsil auf Sie',
    many: (count) => `${count} neue Anfragen warten bei Konsil auf Sie`,
  },
  answer: {
    one: 'Sie haben bei Konsil eine neue Antwort',
    many: (count) => `Sie haben bei Konsil ${count} neue Antworten`,
  },
  question: {
    one: 'Bei Konsil wartet eine Frage auf Sie',
    many: (count) => `Bei Konsil warten ${count} Fragen auf Sie`,
  },
  message: {
    one: 'Sie haben bei Konsil eine neue Nachricht',
    many: (count) => `Sie haben bei Konsil ${count} neue Nachrichten`,
  },
  todo: {
    one: 'Sie haben bei Konsil eine neue Aufgabe',
    many: (count) => `Sie haben bei Konsil ${count} neue Aufgaben`,
  },
  todo_due: {
    one: 'Die Frist einer Aufgabe bei Konsil läuft bald ab',
    many: () => 'Die Fristen mehrerer Aufgaben bei Konsil laufen bald ab',
  },
  promise_passed: {
    one: 'Eine Antwort bei Konsil dauert länger als zugesagt',
    many: (count) => `${count} Antworten bei Konsil dauern länger als zugesagt`,
  },
  answer_overdue: {
    one: 'Eine zugesagte Antwort bei Konsil ist überfällig',
    many: (count) => `${count} zugesagte Antworten bei Konsil sind überfällig`,
  },
  document: {
    one: 'Für Sie liegt bei Konsil ein neues Dokument bereit',
    many: () => 'Für Sie liegen bei Konsil neue Dokumente bereit',
  },
  epicrisis: {
    one: 'In Ihrer Patientenakte bei Konsil gibt es etwas Neues',
    many: () => 'In Ihrer Patientenakte bei Konsil gibt es Neues',
  },
  appointment: {
    one: 'Ein Termin, den Sie bei Konsil vorgeschlagen haben, wurde angenommen',
    many: (count) => `${count} Termine, die Sie bei Konsil vorgeschlagen haben, wurden angenommen`,
  },
  appointment_cancelled: {
    one: 'Ein Termin, der bei Konsil vereinbart war, wurde abgesagt',
    many: (count) => `${count} Termine, die bei Konsil vereinbart waren, wurden abgesagt`,
  },
  absence: {
    one: 'Ihre Ärztin oder Ihr Arzt bei Konsil ist einige Tage nicht da',
    many: () => 'Ihre Ärztinnen und Ärzte bei Konsil sind einige Tage nicht da',
  },
  second_look_asked: {
    one: 'Ihre Ärztin oder Ihr Arzt bei Konsil bittet Sie um eine Entscheidung',
    many: () => 'Ihre Ärztinnen und Ärzte bei Konsil bitten Sie um Entscheidungen',
  },
  second_look: {
    one: 'Eine Kollegin oder ein Kollege bittet Sie bei Konsil um einen zweiten Blick',
    many: (count) => `Kolleginnen und Kollegen bitten Sie bei Konsil in ${count} Fällen um einen zweiten Blick`,
  },
  deputy_asked: {
    one: 'Ihre Ärztin oder Ihr Arzt bei Konsil ist einige Tage nicht da und fragt Sie nach einer Vertretung',
    many: () => 'Ihre Ärztinnen und Ärzte bei Konsil sind einige Tage nicht da und fragen Sie nach einer Vertretung',
  },
  deputy: {
    one: 'Sie vertreten bei Konsil eine Kollegin oder einen Kollegen',
    many: (count) => `Sie vertreten bei Konsil Kolleginnen und Kollegen in ${count} Fällen`,
  },
  pool_taken: {
    one: 'Eine Ärztin oder ein Arzt der Klinik hat einen Ihrer Fälle bei Konsil übernommen',
    many: (count) => `Ärztinnen und Ärzte der Klinik haben ${count} Ihrer Fälle bei Konsil übernommen`,
  },
  pool_assigned: {
    one: 'Aus Ihrer Klinik wurde Ihnen bei Konsil ein Fall übergeben',
    many: (count) => `Aus Ihrer Klinik wurden Ihnen bei Konsil ${count} Fälle übergeben`,
  },
  second_look_over: {
    one: 'Zu einem zweiten Blick, um den Sie bei Konsil gebeten haben, gibt es eine Antwort',
    many: (count) => `Zu ${count} zweiten Blicken, um die Sie bei Konsil gebeten haben, gibt es Antworten`,
  },
  doctor_left: {
    one: 'Wählen Sie bei Konsil eine andere Ärztin oder einen anderen Arzt',
    many: () => 'Wählen Sie bei Konsil für Ihre Fälle andere Ärztinnen oder Ärzte',
  },
  shared_again: {
    one: 'Ein Fall ist bei Konsil wieder mit Ihnen geteilt',
    many: (count) => `${count} Fälle sind bei Konsil wieder mit Ihnen geteilt`,
  },
};

const accounts = interfaceTexts.de.codes.accountKind;

const notWanted =
  'Niemand sieht dabei Ihre Angaben, Dokumente oder Nachrichten. Wenn Sie das nicht wollten, antworten Sie bitte gleich auf diese E-Mail.';
const acted: Record<ToldAct, { subject: string; said: (at: string) => string }> = {
  lock: {
    subject: 'Ihr Konto wurde gesperrt',
    said: (at) =>
      `Am ${at} hat der Betrieb von Konsil Ihr Konto gesperrt. Alle Anmeldungen sind beendet, und niemand kann sich anmelden. Gelöscht wurde nichts.`,
  },
  unlock: {
    subject: 'Ihr Konto ist wieder offen',
    said: (at) => `Am ${at} hat der Betrieb von Konsil Ihr Konto entsperrt. Sie können sich wieder anmelden.`,
  },
  end_sessions: {
    subject: 'Ihre Anmeldungen wurden beendet',
    said: (at) =>
      `Am ${at} hat der Betrieb von Konsil alle Anmeldungen Ihres Kontos beendet. Bitte melden Sie sich neu an.`,
  },
  ask_reset: {
    subject: 'Ihr zweiter Faktor soll entfernt werden',
    said: (at) =>
      `Am ${at} wurde der Betrieb von Konsil gebeten, den zweiten Faktor Ihres Kontos zu entfernen. Das geschieht erst, wenn eine zweite Person im Betrieb zustimmt. Danach genügt Ihr Passwort.`,
  },
  refuse_reset: {
    subject: 'Ihr zweiter Faktor bleibt',
    said: (at) => `Am ${at} wurde abgelehnt, den zweiten Faktor Ihres Kontos zu entfernen. Er gilt weiter.`,
  },
  hold: {
    subject: 'Ihre Daten werden aufbewahrt',
    said: (at) =>
      `Am ${at} hat der Betrieb von Konsil festgelegt, dass in Ihrem Konto vorerst nichts gelöscht wird, weil die Daten für ein rechtliches Verfahren gebraucht werden können (Art. 17 Abs. 3 DSGVO). Sie können Ihr Konto wie bisher benutzen. Solange das gilt, ruht auch eine Löschung, um die Sie gebeten haben oder bitten.`,
  },
  release: {
    subject: 'Ihre Daten müssen nicht mehr aufbewahrt werden',
    said: (at) =>
      `Seit ${at} gilt für Ihr Konto keine Aufbewahrung für ein rechtliches Verfahren mehr. Wenn Sie um die Löschung gebeten haben, geschieht sie am vorgesehenen Tag, frühestens aber in sieben Tagen.`,
  },
  absence: {
    subject: 'Für Sie wurde eine Abwesenheit eingetragen',
    said: (at) =>
      `Am ${at} hat der Betrieb von Konsil eine Abwesenheit für Sie eingetragen. Zugesagte Tage verschieben sich, und wer einen offenen Fall bei Ihnen hat, erfährt davon. In Ihren Einstellungen sehen Sie die Tage und die Vertretung, und Sie können die Abwesenheit dort selbst beenden.`,
  },
  absence_ended: {
    subject: 'Ihre Abwesenheit wurde beendet',
    said: (at) =>
      `Am ${at} hat der Betrieb von Konsil eine Abwesenheit beendet, die für Sie eingetragen war. Verschobene Tage bleiben, wo sie sind. Sind Sie doch abwesend, tragen Sie es bitte in Ihren Einstellungen wieder ein.`,
  },
};

export const emails: EmailTexts = {
  confirm_email: ({ link }) =>
    letter(
      'Bestätigen Sie Ihre E-Mail-Adresse',
      hello,
      'bitte bestätigen Sie Ihre E-Mail-Adresse für Konsil mit diesem Link. Er gilt 24 Stunden und nur einmal:',
      link,
      'Wenn Sie kein Konto bei Konsil angelegt haben, brauchen Sie nichts zu tun.',
      bye,
    ),
  already_registered: ({ link }) =>
    letter(
      'Ihr Konto bei Konsil',
      hello,
      'jemand wollte mit Ihrer E-Mail-Adresse ein neues Konto anlegen. Es gibt aber schon eines.',
      `Waren Sie das selbst, dann melden Sie sich einfach an: ${link}`,
      'Wenn nicht, brauchen Sie nichts zu tun. Ihr Konto ist unverändert.',
      bye,
    ),
  reset_password: ({ link }) =>
    letter(
      'Neues Passwort festlegen',
      hello,
      'mit diesem Link legen Sie ein neues Passwort fest. Er gilt eine Stunde und nur einmal:',
      link,
      'Wenn Sie kein neues Passwort wollten, brauchen Sie nichts zu tun.',
      bye,
    ),
  invitation: ({ name, link }) =>
    letter(
      'Einladung zu Konsil',
      `Guten Tag ${name},`,
      'Sie sind eingeladen, über Konsil Fälle von Patientinnen und Patienten zu beurteilen. Mit diesem Link legen Sie Ihr Passwort fest. Er gilt 24 Stunden und nur einmal:',
      link,
      bye,
    ),
  operator_invitation: ({ name, link }) =>
    letter(
      'Einladung in den Betrieb von Konsil',
      `Guten Tag ${name},`,
      'Sie sind eingeladen, Konsil mit zu betreiben. Mit diesem Link legen Sie Ihr Passwort fest. Er gilt 24 Stunden und nur einmal. Bei der ersten Anmeldung richten Sie eine Authentifizierungs-App ein; ohne sie ist nichts zu sehen.',
      link,
      bye,
    ),
  password_changed: ({ at, apps }) =>
    letter(
      'Ihr Passwort wurde geändert',
      hello,
      `Ihr Passwort bei Konsil wurde am ${at} geändert. Alle anderen Anmeldungen wurden beendet.`,
      ...(apps ? ['Apps, denen das Lesen erlaubt wurde, lesen weiter. Hier können Sie das beenden:', apps] : []),
      notYou,
      bye,
    ),
  confirm_new_email: ({ link }) =>
    letter(
      'Bestätigen Sie Ihre neue E-Mail-Adresse',
      hello,
      'bitte bestätigen Sie diese Adresse als neue E-Mail-Adresse Ihres Kontos. Der Link gilt 24 Stunden und nur einmal:',
      link,
      bye,
    ),
  email_change_requested: ({ newEmail, link }) =>
    letter(
      'Ihre E-Mail-Adresse soll geändert werden',
      hello,
      `für Ihr Konto bei Konsil wurde die neue E-Mail-Adresse ${readableAddress(newEmail)} angegeben. Sie gilt, sobald sie dort bestätigt wird.`,
      `Wenn Sie das nicht waren, legen Sie bitte gleich ein neues Passwort fest: ${link}`,
      'Damit ist die Änderung zurückgenommen, und alle Anmeldungen enden. Antworten Sie dann bitte auf diese E-Mail.',
      bye,
    ),
  email_changed: ({ newEmail }) =>
    letter(
      'Ihre E-Mail-Adresse wurde geändert',
      hello,
      `die E-Mail-Adresse Ihres Kontos bei Konsil ist jetzt ${readableAddress(newEmail)}.`,
      notYou,
      bye,
    ),
  phone_changed: ({ ending }) =>
    letter(
      'Ihre Mobilnummer wurde geändert',
      hello,
      `die Mobilnummer Ihres Kontos bei Konsil wurde geändert. Sie endet jetzt auf ${ending}.`,
      notYou,
      bye,
    ),
  second_factor_changed: ({ on }) =>
    letter(
      on ? 'Zweiter Faktor eingeschaltet' : 'Zweiter Faktor ausgeschaltet',
      hello,
      on
        ? 'für die Anmeldung bei Konsil brauchen Sie jetzt zusätzlich einen Code aus Ihrer Authentifizierungs-App.'
        : 'für die Anmeldung bei Konsil genügt jetzt wieder Ihr Passwort.',
      notYou,
      bye,
    ),
  operator_acted: ({ act, at }) => {
    const { subject, said } = acted[act];
    return letter(subject, hello, afterGreeting(said(at)), notWanted, bye);
  },
  passkey_changed: ({ change, at }) =>
    letter(
      { added: 'Neuer Passkey', removed: 'Passkey entfernt', copied: 'Ein Passkey wurde nicht angenommen' }[change],
      hello,
      {
        added: `seit ${at} gibt es für Ihr Konto bei Konsil einen neuen Passkey. Mit ihm kann man sich ohne Passwort anmelden.`,
        removed: `am ${at} wurde ein Passkey Ihres Kontos bei Konsil entfernt. Mit ihm kann man sich nicht mehr anmelden.`,
        copied: `am ${at} haben wir eine Anmeldung mit einem Ihrer Passkeys abgelehnt, weil es eine Kopie von ihm geben kann. Bitte entfernen Sie ihn in Ihrem Konto und legen Sie einen neuen an.`,
      }[change],
      notYou,
      bye,
    ),
  identity_changed: ({ change, provider, at }) =>
    letter(
      { linked: 'Neuer Weg zur Anmeldung', removed: 'Weg zur Anmeldung entfernt' }[change],
      hello,
      {
        linked: `seit ${at} ist Ihr Konto bei Konsil mit „${provider}“ verbunden. Sie können sich nun auch dort anmelden.`,
        removed: `am ${at} wurde die Verbindung Ihres Kontos bei Konsil mit „${provider}“ entfernt. Eine Anmeldung dort öffnet Ihr Konto nicht mehr.`,
      }[change],
      notYou,
      bye,
    ),
  sign_in_attempts: ({ at }) =>
    letter(
      'Viele Anmeldeversuche bei Ihrem Konto',
      hello,
      `am ${at} gab es viele falsche Anmeldeversuche bei Ihrem Konto. Wir haben weitere vorübergehend gesperrt. Von Ihren bekannten Geräten können Sie sich weiter anmelden.`,
      'Sie brauchen nichts zu tun. Sicherer wird Ihr Konto mit einem zweiten Faktor.',
      bye,
    ),
  wrong_codes: ({ at }) =>
    letter(
      'Falscher Code nach richtigem Passwort',
      hello,
      `am ${at} hat jemand Ihr richtiges Passwort eingegeben, danach aber einen falschen Code. Ohne den Code kommt niemand in Ihr Konto.`,
      'Waren Sie das selbst, brauchen Sie nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Legen Sie bitte gleich ein neues fest.',
      bye,
    ),
  new_device: ({ at, device }) =>
    letter(
      'Anmeldung von einem neuen Gerät',
      hello,
      `am ${at} hat sich jemand von einem neuen Gerät aus bei Ihrem Konto angemeldet${device ? ` (${device})` : ''}.`,
      'Waren Sie das selbst, brauchen Sie nichts zu tun. Wenn nicht, legen Sie bitte gleich ein neues Passwort fest. Damit enden alle Anmeldungen.',
      bye,
    ),
  too_many_sessions: ({ most }) =>
    letter(
      'Ältere Anmeldungen wurden beendet',
      hello,
      `Ihr Konto war an mehr als ${most} Stellen zugleich angemeldet. Wir haben die Anmeldungen beendet, die am längsten nicht benutzt wurden.`,
      'Unter „Konto“ sehen Sie, wo Sie angemeldet sind.',
      notYou,
      bye,
    ),
  data_exported: ({ at }) =>
    letter(
      'Ihre Daten wurden zusammengestellt',
      hello,
      `am ${at} wurde bei Konsil eine Datei mit allen Daten Ihres Kontos zusammengestellt. Bewahren Sie sie sicher auf.`,
      notYou,
      bye,
    ),
  erasure_requested: ({ at, link, shares, assists = false, held }) =>
    letter(
      'Ihr Konto wird gelöscht',
      hello,
      `Sie haben gesagt, dass Ihr Konto bei Konsil gelöscht werden soll. ${held ? 'Ihre Daten werden aber noch für ein rechtliches Verfahren aufbewahrt (Art. 17 Abs. 3 DSGVO). Wir löschen sie erst, wenn das endet, und schreiben Ihnen dann.' : `Am ${at} löschen wir Ihre Daten und Unterlagen endgültig.`}${shares ? ' Schon ab sofort sind Ihre Fälle mit niemandem mehr geteilt, vereinbarte Termine sind abgesagt.' : assists ? ' Schon ab sofort arbeiten Sie für keine Praxis mehr.' : ' Schon ab sofort bekommen Sie keine neuen Fälle. Die Fälle, die Sie haben, können Sie bis dahin weiter beantworten.'}`,
      `Bis dahin können Sie die Löschung unter ${shares ? '„Meine Daten“' : '„Konto“'} zurücknehmen: ${link}`,
      shares
        ? 'Ärztinnen und Ärzte müssen nach dem Gesetz aufbewahren, was sie geantwortet und freigegeben haben, in der Regel zehn Jahre lang. Die Briefe an Sie bleiben bei ihnen. Was Sie für andere geschrieben haben, bleibt in deren Fällen, ohne Ihren Namen. Sonst bleibt nichts von Ihren Daten.'
        : assists
          ? 'Was Sie Patientinnen und Patienten geschrieben haben, gehört zu deren Fällen und bleibt dort mit Ihrem Namen.'
          : 'Ihre eigene Dokumentation müssen Sie nach dem Gesetz aufbewahren. Ihre Briefe werden mit dem Konto gelöscht: Laden Sie Ihre Daten bitte vorher herunter.',
      notYou,
      bye,
    ),
  erased: ({ stays, wrote }) =>
    letter(
      'Ihr Konto wurde gelöscht',
      hello,
      'Ihr Konto bei Konsil und alle Daten und Unterlagen darin wurden endgültig gelöscht. Niemand kann sie wiederherstellen, auch wir nicht.',
      ...(stays
        ? ['Briefe, die Ärztinnen und Ärzte gesendet haben, bleiben bei diesen, so lange das Gesetz es verlangt.']
        : []),
      ...(wrote
        ? [
            'Was Sie für andere geschrieben oder hochgeladen haben, gehört zu deren Fällen und bleibt dort, ohne Ihren Namen.',
          ]
        : []),
      bye,
    ),
  system_added: ({ link }) =>
    letter(
      'Ein anderes System darf bei Konsil jetzt für Sie handeln',
      hello,
      'wer Konsil bei Ihnen betreibt, hat ein anderes System angebunden, das in Ihrem Namen handeln darf. Was es darf und wie Sie es beenden, steht in Ihren Einstellungen:',
      link,
      'Wenn Sie das nicht erwarten, fragen Sie bitte gleich dort nach.',
      bye,
    ),
  app_allowed: ({ link }) =>
    letter(
      'Eine App darf bei Konsil jetzt für Sie lesen',
      hello,
      'in Ihrem Konto wurde einer App erlaubt, bei Konsil zu lesen. Welche es ist, was sie lesen darf und wie Sie das beenden, steht hier:',
      link,
      notYou,
      bye,
    ),
  referral: ({ link, until }) =>
    letter(
      'Für Sie wurde bei Konsil etwas vorbereitet',
      hello,
      'eine Praxis hat bei Konsil etwas für Sie vorbereitet. Nur Sie entscheiden, was damit geschieht: Sehen Sie es sich an, und übernehmen Sie es oder lehnen Sie es ab.',
      link,
      `Wenn Sie noch kein Konto bei Konsil haben, legen Sie zuerst eines mit dieser E-Mail-Adresse an. Wenn Sie nichts tun, wird alles am ${until} gelöscht.`,
      bye,
    ),
  appointment_ended: ({ at }) =>
    letter(
      news.appointment_cancelled.one,
      hello,
      `ein Termin am ${at} (mitteleuropäische Zeit), der bei Konsil vereinbart war, findet nicht statt. Der Fall dazu ist nicht mehr mit Ihnen geteilt, deshalb finden Sie ihn bei Konsil nicht mehr.`,
      'Aus Rücksicht auf die Privatsphäre steht in dieser E-Mail nicht, mit wem. Bitte streichen Sie den Termin in Ihrem Kalender.',
      bye,
    ),
  document_infected: ({ link }) =>
    letter(
      'Eine Datei wurde entfernt',
      hello,
      'in einer Datei, die Sie bei Konsil hochgeladen haben, wurde Schadsoftware gefunden. Wir haben die Datei entfernt, sie wurde niemandem gezeigt.',
      `Bitte prüfen Sie Ihr Gerät und laden Sie die Datei erneut hoch, sobald sie sicher ist: ${link}`,
      bye,
    ),
  news: (data) =>
    newsLetter(
      data,
      news,
      { several: 'Es gibt Neues für Sie bei Konsil', hello, first: afterGreeting },
      'Melden Sie sich an, um es zu lesen:',
      data.link,
      'Aus Rücksicht auf Ihre Privatsphäre steht in dieser E-Mail nichts Medizinisches. Wie oft wir Ihnen schreiben, bestimmen Sie in den Einstellungen.',
      bye,
    ),
  request_sent: ({ doctor, at, day, link }) =>
    letter(
      'Ihre Anfrage bei Konsil ist gesendet',
      hello,
      `Ihre Anfrage ist am ${at} bei ${doctor} angekommen.`,
      `Die Antwort ist bis ${day} zugesagt. Wir schreiben Ihnen, sobald sie da ist.`,
      link,
      'Aus Rücksicht auf Ihre Privatsphäre steht in dieser E-Mail nichts Medizinisches.',
      bye,
    ),
  reader_invited: ({ by, acts, day, link }) =>
    letter(
      'Einladung zum Mitlesen bei Konsil',
      hello,
      acts
        ? `${by} möchte, dass Sie bei Konsil mitlesen und für jemanden handeln können, zum Beispiel Nachrichten schreiben.`
        : `${by} möchte, dass Sie bei Konsil mitlesen können.`,
      `Melden Sie sich mit dieser E-Mail-Adresse an, oder legen Sie mit ihr ein Konto an. Bis ${day} können Sie dort annehmen oder ablehnen:`,
      link,
      'Die Einladung gilt nur für diese E-Mail-Adresse: Der Link allein öffnet nichts. Aus Rücksicht auf die Privatsphäre steht hier nicht mehr. Wenn Sie den Namen nicht kennen, brauchen Sie nichts zu tun.',
      bye,
    ),
  reader_changed: ({ change, at, link }) =>
    letter(
      {
        accepted: 'Ihre Einladung wurde angenommen',
        refused: 'Ihre Einladung wurde abgelehnt',
        left: 'Jemand liest nicht mehr mit',
        ended: 'Sie lesen nicht mehr mit',
        may_act: 'Sie können jetzt für jemanden handeln',
        may_see: 'Sie lesen wieder nur mit',
      }[change],
      hello,
      {
        accepted: `am ${at} hat jemand Ihre Einladung zum Mitlesen bei Konsil angenommen. Wer das ist, sehen Sie auf der Seite der Person. Dort können Sie den Zugriff jederzeit beenden:`,
        refused: `am ${at} wurde Ihre Einladung zum Mitlesen bei Konsil abgelehnt. Niemand hat etwas gesehen.`,
        left: `am ${at} hat jemand, der bei Konsil bei Ihnen mitlesen konnte, das selbst beendet. Wer weiterhin mitliest, sehen Sie auf der Seite der Person:`,
        ended: `am ${at} endete Ihr Zugriff auf das, was andere bei Konsil mit Ihnen geteilt haben. Was Ihnen selbst bei Konsil gehört, bleibt, wie es ist:`,
        may_act: `seit ${at} können Sie bei Konsil für jemanden handeln, bei dem Sie bisher nur mitlesen konnten. Was Sie schreiben, trägt Ihren Namen:`,
        may_see: `seit ${at} lesen Sie bei Konsil wieder nur mit, wo Sie bisher auch handeln konnten. Was Sie geschrieben haben, bleibt:`,
      }[change],
      link,
      'Aus Rücksicht auf Ihre Privatsphäre nennt diese E-Mail niemanden.',
      bye,
    ),
  deputy_away: ({ deputy, from, to, link }) =>
    letter(
      'Ihre Vertretung bei Konsil fällt aus',
      hello,
      `Ihre Vertretung vom ${from} bis ${to}, ${deputy}, ist in dieser Zeit selbst abwesend und vertritt Sie nicht mehr. Patientinnen und Patienten, die zugestimmt hatten, sehen es in ihrem Fall.`,
      'Wenn jemand anders Sie vertreten soll, streichen oder beenden Sie die Abwesenheit in Ihren Einstellungen und tragen Sie sie mit der neuen Vertretung wieder ein:',
      link,
      bye,
    ),
  assistant_invited: ({ name, by, day, link, account }) =>
    letter(
      'Einladung als Assistenz bei Konsil',
      `Guten Tag ${name},`,
      `${by} lädt Sie ein, bei Konsil als Assistenz mitzuarbeiten: Sie bereiten Fälle vor, Antworten gibt weiterhin nur die Ärztin oder der Arzt.`,
      ...{
        none: [`Mit diesem Link legen Sie Ihr Passwort fest. Er gilt bis ${day} und nur einmal:`, link],
        assistant: [`Melden Sie sich mit Ihrem Konto an. Bis ${day} können Sie dort annehmen oder ablehnen:`, link],
        other: [
          'Mit dieser E-Mail-Adresse gibt es bei Konsil schon ein Konto anderer Art. Es bleibt, wie es ist. Bitte nennen Sie der Praxis für Ihre Arbeit eine andere Adresse.',
        ],
      }[account],
      'Wenn Sie den Namen nicht kennen, brauchen Sie nichts zu tun.',
      bye,
    ),
  assistant_changed: ({ change, name, doctor, at, link }) =>
    letter(
      {
        accepted: 'Ihre Einladung wurde angenommen',
        refused: 'Ihre Einladung wurde abgelehnt',
        left: 'Eine Assistenz arbeitet nicht mehr für Sie',
        ended: 'Ihre Mitarbeit bei Konsil ist beendet',
      }[change],
      hello,
      {
        accepted: `${name} arbeitet seit ${at} bei Konsil für Sie. Zu sehen sind nur Fälle, bei denen Ihre Patientinnen und Patienten einverstanden sind. In den Einstellungen können Sie die Mitarbeit jederzeit beenden:`,
        refused: `${name} hat am ${at} Ihre Einladung zu Konsil abgelehnt.`,
        left: `${name} hat die Mitarbeit für Sie bei Konsil am ${at} beendet und sieht Ihre Fälle nicht mehr.`,
        ended: `Ihre Mitarbeit für ${doctor} bei Konsil endete am ${at}. Sie sehen diese Fälle nicht mehr. Ihr Konto bleibt bestehen:`,
      }[change],
      link,
      bye,
    ),
  audit_mark: ({ day, mark, command }) =>
    letter(
      `Prüfmarke des Zugriffsprotokolls vom ${day}`,
      hello,
      'bewahren Sie diese Prüfmarke außerhalb des Servers auf. Mit ihr fällt auf, wenn jemand das Ende des Zugriffsprotokolls abgeschnitten hat:',
      mark,
      `Geprüft wird mit: ${command} audit verify --mark=${mark}`,
      bye,
    ),
  duty_overdue: ({ duty, since, reason, command }) =>
    letter(
      `Überfällig: ${duty}`,
      hello,
      `die Aufgabe „${duty}“ ist seit ${since} nicht mehr gelungen.`,
      reason ? `Grund: ${reason}` : 'Kein Server hat sie versucht.',
      `Den Stand aller Aufgaben zeigt: ${command} status`,
      'Sie erhalten diese Nachricht einmal, bis die Aufgabe wieder gelingt.',
      bye,
    ),
  limit_reached: ({ setting }) =>
    letter(
      `Grenze erreicht: ${setting}`,
      hello,
      `die Grenze ${setting} ist erreicht, und es wurde jemand abgewiesen.`,
      `Viele Menschen in einem Krankenhaus oder einer Praxis können eine Adresse gemeinsam haben. Sind es solche, nennen Sie deren Netz in TRUSTED_NETWORKS oder setzen Sie die Grenze herauf, ${Object.hasOwn(quotaBounds, setting) ? 'an der Konsole unter „Grenzen und Netze“ oder ' : ''}in den Einstellungen des Servers. Ist es ein Angriff, hat die Grenze ihn gebremst.`,
      'Was zu prüfen ist, steht im Betriebshandbuch (docs/runbook.md, KonsilLimitReached). Sie erhalten diese Nachricht je Grenze einmal am Tag.',
      bye,
    ),
  webhook_disabled: ({ host, since, reason, command }) =>
    letter(
      `Webhook abgeschaltet: ${host}`,
      hello,
      `seit ${since} hat ${host} nichts mehr erreicht, deshalb ist der Webhook abgeschaltet. Ereignisse bis dahin werden nicht mehr gesendet.`,
      `Grund: ${reason}`,
      `Den Stand aller Webhooks zeigt: ${command} webhook list`,
      `Wenn das andere System wieder geht: ${command} webhook enable`,
      bye,
    ),
  contact: ({ from, role, subject, message }) =>
    letter(`Kontakt: ${subject}`, `Von: ${readableAddress(from)} (${accounts[role]})`, message),
};

export const sms: SmsTexts = {
  news: ({ link }) => `Konsil: Es gibt Neues für Sie. Melden Sie sich an: ${link}`,
  code: ({ code, host }) =>
    `${code} ist Ihr Bestätigungscode für Konsil. Er gilt 10 Minuten. Geben Sie ihn an niemanden weiter.\n\n@${host} #${code}`,
};

/** The button below an email's link. */
export const openHere = 'Bei Konsil öffnen';
export const push: PushText = { title: 'Neues in Konsil', body: 'Öffnen Sie Konsil, um es zu lesen.' };
