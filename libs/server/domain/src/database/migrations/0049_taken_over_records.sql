-- oldest code: 0049_taken_over_records
CREATE TABLE "import_pieces" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"storage_key" text NOT NULL,
	"size" integer NOT NULL,
	CONSTRAINT "import_pieces_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"size" integer NOT NULL,
	"file_key" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"manifest_sha256" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "member" integer;--> statement-breakpoint
ALTER TABLE "import_pieces" ADD CONSTRAINT "import_pieces_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_pieces_storage" ON "import_pieces" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "imports_account" ON "imports" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "imports_expiry" ON "imports" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_once" ON "imports" USING btree ("patient_id","manifest_sha256") WHERE taken_at is not null;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['imports', 'import_pieces'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy server on %I to konsil_server using (true)', name);
  end loop;
end
$$;
--> statement-breakpoint
create policy actor on imports to konsil_request using (konsil_owns_patient(patient_id));
--> statement-breakpoint
create policy actor on import_pieces to konsil_request using (exists (select from imports i where i.id = import_pieces.import_id));
