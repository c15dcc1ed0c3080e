import { accounts, consents, doctors } from '../schema';
import type { Tx } from '../client.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { saveSecrets } from '../../modules/accounts/accounts.queries.ts';
import { insertPatient } from '../../modules/patients/patient-record.ts';

export const demoPassword = 'Konsil-Demo-1';

const miriam = {
  first_name: 'Miriam', last_name: 'Adler', gender: 'F' as const, date_of_birth: '1979-03-14', street: 'Lindenallee', house_number: '18', zipcode: '50968', city: 'Köln', state: 'Nordrhein-Westfalen', country: 'Deutschland', phone: '+4915112345678',
};
const thomas = {
  first_name: 'Thomas', last_name: 'Brandt', gender: 'M' as const, date_of_birth: '1961-11-02', street: 'Am Hang', house_number: '4', zipcode: '79100', city: 'Freiburg', state: 'Baden-Württemberg', country: 'Deutschland', phone: '+4915187654321',
};
const elif = { title: 'Dr. med.', firstName: 'Elif', lastName: 'Sandberg', specialty: 'Endokrine Chirurgie', city: 'Köln', languages: ['de', 'en', 'tr'], replyDays: 3 };
const katharina = { title: 'Prof. Dr. med.', firstName: 'Katharina', lastName: 'Vogel', specialty: 'Kardiologie', city: 'Freiburg', languages: ['de', 'en'], replyDays: 5 };

type PatientFields = typeof miriam | typeof thomas;

/** The demo accounts of product.md section 6, ready to sign in. */
export const insertDemoAccounts = async (tx: Tx, { vault, passwords, clock }: Pick<Kernel, 'vault' | 'passwords' | 'clock'>) => {
  const now = clock.now();
  const passwordHash = await passwords.hash(demoPassword);
  const insertAccount = async (role: 'patient' | 'doctor', email: string, fullName: string, phone: string) => {
    const [account] = await tx.insert(accounts).values({
      role, email, passwordHash, locale: 'de', createdAt: now, emailConfirmedAt: now, userDataAt: now, phoneConfirmedAt: now,
    }).returning();
    if (!account) throw new Error('The demo account was not stored.');
    await saveSecrets(tx, vault, account, { full_name: fullName, phone });
    return account.id;
  };
  const insertPatientAccount = async (email: string, fields: PatientFields) => {
    const accountId = await insertAccount('patient', email, `${fields.first_name} ${fields.last_name}`, fields.phone);
    await tx.insert(consents).values({ accountId, kind: 'health_data', givenAt: now });
    const patient = await insertPatient(tx, vault, accountId, 'self', fields, now);
    return { accountId, patientId: patient.id };
  };
  const insertDoctorAccount = async (email: string, entry: typeof elif, phone: string) => {
    const accountId = await insertAccount('doctor', email, `${entry.title} ${entry.firstName} ${entry.lastName}`, phone);
    await tx.insert(doctors).values({ accountId, ...entry });
    return { accountId };
  };
  return {
    patient: await insertPatientAccount('patient@konsil.example', miriam),
    patient2: await insertPatientAccount('patient2@konsil.example', thomas),
    doctor: await insertDoctorAccount('doctor@konsil.example', elif, '+4915111223344'),
    doctor2: await insertDoctorAccount('doctor2@konsil.example', katharina, '+4915144332211'),
  };
};
