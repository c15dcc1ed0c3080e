-- oldest code: 0030_sealed_links
ALTER TABLE "stored_objects" ADD COLUMN "kept_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "documents_view" ON "documents" USING btree ("view_key") WHERE view_key is not null;--> statement-breakpoint
CREATE INDEX "documents_preview" ON "documents" USING btree ("preview_key") WHERE preview_key is not null;--> statement-breakpoint
CREATE INDEX "stored_objects_new" ON "stored_objects" USING btree ("key") WHERE kept_at is null;
