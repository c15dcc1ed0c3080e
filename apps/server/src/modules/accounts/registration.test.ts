import { testApp, type TestApp } from '../../testing/app.ts';
import { as, signUpPatient, inviteDoctor } from '../../testing/people.ts';

let test1: TestApp;
beforeAll(async () => { test1 = await testApp(); });
afterAll(() => test1.close());

test('a patient registers and is signed in', async () => {
  const patient = await signUpPatient(test1);
  const answer = await as(test1.app, patient).get('/account/isloggedin');
  expect(answer.json()).toMatchObject({ role: 'patient', registration: 'done', user_fullname: 'Petra Möller' });
});
test('a doctor too', async () => {
  const doctor = await inviteDoctor(test1);
  const answer = await as(test1.app, doctor).get('/account/isloggedin');
  expect(answer.json()).toMatchObject({ role: 'doctor', registration: 'done', user_fullname: 'Dr. med. Jonas Weber' });
});
