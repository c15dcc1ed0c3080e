-- oldest code: 0051_referrals
CREATE TABLE "quotas" (
	"setting" text PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Requests read the limits; they are written with the server's rights, after the operator's permission.
revoke insert, update, delete on quotas from konsil_request;
