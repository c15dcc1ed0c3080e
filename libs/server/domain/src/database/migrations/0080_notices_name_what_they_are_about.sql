-- oldest code: 0051_referrals
ALTER TABLE "notices" ADD COLUMN "ref_ids" uuid[];