-- oldest code: 0026_doctor_triage
ALTER TABLE "answers" ADD COLUMN "understood_at" timestamp with time zone;