-- oldest code: 0030_sealed_links
ALTER TABLE "webhooks" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_client_id_backend_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."backend_clients"("id") ON DELETE no action ON UPDATE no action;