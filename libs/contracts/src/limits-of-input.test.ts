import * as z from 'zod/mini';
import { authRoutes, routes } from './routes.ts';
import type { RouteContract } from './route.ts';

interface Shape {
  type?: string;
  maxLength?: number;
  maxItems?: number;
  minItems?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  additionalProperties?: Shape | boolean;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
}
/** The fields of a shape whose size somebody chooses, each with its limit. */
const sizesIn = (path: string, shape: Shape): [field: string, most: number | undefined][] => {
  const { type, properties = {}, items, maxItems, maxLength, additionalProperties: rest } = shape;
  const inner = [
    ...Object.entries(properties).flatMap(([name, part]) => sizesIn(`${path}.${name}`, part)),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap((part) => sizesIn(path, part)),
    ...(items ? sizesIn(items.type === 'string' ? `${path}[each]` : `${path}[]`, items) : []),
    ...(typeof rest === 'object' ? sizesIn(`${path}{}`, rest) : []),
  ];
  if (type === 'array') return [[`${path}[]`, maxItems], ...inner];
  const isChosen = type === 'string' && !shape.enum && shape.const === undefined && !shape.format;
  return isChosen && (maxLength !== undefined || shape.pattern === undefined) ? [[path, maxLength], ...inner] : inner;
};
const bodies = Object.entries({ ...routes, ...authRoutes } as Record<string, RouteContract>).flatMap(
  ([name, { body }]) =>
    body
      ? sizesIn(
          name,
          z.toJSONSchema(body as z.ZodMiniType, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape,
        )
      : [],
);
/** The most characters of a text, or items of a list, by the end of its path; a longer end goes before a shorter one. */
const limits: [most: number, fields: string][] = [
  [5, 'recipients[] addCase.questions[]'],
  [3, 'appointments[]'],
  [12, 'answers{}[] choices[] codes[].code'],
  [20, 'document_ids[] fields[] unit min max house_number zipcode over[] transports[each]'],
  [30, 'codes[] languages[] pins[] sites[]'],
  [10, 'transports[] header[] pools[] ingredients[] sources[] morning noon evening night'],
  [16, 'accession_number'],
  [22, 'auth'],
  [40, 'phone practice_phone title reference login.code finishProviderSignIn.code authenticatorAttachment'],
  [20, 'checkCode.code confirmSecondFactor.code'],
  [50, 'measurements.ids[] notes[] type'],
  [60, 'sender_name addPasskey.name renamePasskey.name'],
  [64, 'passcode patient_number revision'],
  [80, 'label'],
  [87, 'p256dh'],
  [
    100,
    'first_name last_name city country state userHandle addition place question_answers[] medicines[] saveSnippets[].title',
  ],
  [100, 'saveGeneralForms.questions[] recipients[].name recipients[].street sites[].name'],
  [120, 'practice_name addClinic.name updateClinic.name sites[].street'],
  [140, 'price_de price_en'],
  [
    200,
    'case_name subject aufgabeTitel addTodo.title updateTodo.title source_name recommended_specialty specialty street topics',
  ],
  [
    200,
    'document_medical_kind_other source_kind_other practice_address practice_email file_name alt label_de label_en recipient',
  ],
  [200, 'cases[] ids[] saveSnippets[] searchCodes.text confirmEmail.token resetPassword.token joinAsAssistant.token'],
  [200, 'connectConsoleArchive.name'],
  [254, 'email new_email'],
  [256, 'current_password password'],
  [300, 'appointment_place document_medical_kind source_kind words'],
  [
    500,
    'addCase.questions[each] header[each] questions[].text help_de help_en sha256[] question_answers[].question criteria payload fhirCreateSubscription.reason',
  ],
  [1000, 'changes_de changes_en endpoint url'],
  [1400, 'id rawId'],
  [1500, 'about_de about_en'],
  [
    2000,
    'filters{} heading hint form dose strength trade_name author ingredients[].name medicines[].unit medicines[].reason',
  ],
  [
    2000,
    'medication_list.notes[].text aud client_id client_assertion_type code_challenge code_challenge_method code_verifier fhirUser',
  ],
  [
    2000,
    'grant_type launch redirect_uri refresh_token response_type scope token_type_hint allowApp.state getAskingApp.state',
  ],
  [2000, 'fhirRevoke.token fhirToken.code'],
  [4000, 'note diagnosis reason next_step plain_words todo_content content askSecondLook.question'],
  [5000, 'contactOperator.message saveSnippets[].text'],
  [6000, 'imprint_de imprint_en'],
  [8000, 'receipt client_assertion connectConsoleArchive.token'],
  [10_000, 'medication allergies operations previous_illnesses family_history lifestyle answers{} sendMessage.message'],
  [
    10_000,
    'updateMessage.message answerSecondLook.answer question_answers[].text occasion diagnoses course findings assessment',
  ],
  [10_000, 'recommendation open_questions plain_language'],
  [
    20_000,
    'answerPatient.answer previewAnswerLetter.answer medical_history attestationObject authenticatorData clientDataJSON',
  ],
  [20_000, 'signature'],
  [50_000, 'text_de text_en'],
  [300_000, 'csv'],
];
/** Compared with another value, or refused by their form. */
const unlimited = 'accent bsnr lanr confirm_password csrfToken giveConsoleForm.to';
const ends = [
  ...limits.flatMap(([most, fields]) => fields.split(' ').map((end): [string, number | undefined] => [end, most])),
  ...unlimited.split(' ').map((end): [string, number | undefined] => [end, undefined]),
].sort(([one], [other]) => other.length - one.length);

test.each(bodies)('%s holds at most %s', (field, most) => {
  const end = ends.find(([path]) => `.${field}`.endsWith(`.${path}`));
  expect([field, end?.[1]]).toEqual([field, most]);
});
