import type { OnboardingFacts } from '#contract/onboarding.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findCase as findKyc } from '#server/kyc/queries.ts'

/** The facts of the business: those of the KYC and of the merchant's record, and over them those that were handed in. */
export async function factsOf(ctx: Ctx, handedIn: Partial<OnboardingFacts>): Promise<OnboardingFacts> {
  const merchant = await merchantOf(ctx)
  const { company } = (await findKyc(ctx)) ?? {}
  return {
    legal_name: company?.legal_name || merchant.name,
    registration_number: company?.registration_number ?? '',
    address: company?.address ?? '',
    city: company?.city ?? '',
    website_url: company?.website_url || merchant.website_url,
    contact_name: company?.contact_name ?? '',
    contact_email: merchant.email,
    contact_phone: company?.contact_phone ?? '',
    business: company?.business ?? '',
    ...handedIn,
    country: merchant.country,
  }
}
