import type { createBeneficiary as declaration } from '#contract/beneficiaries.ts'
import type { Input } from '#contract/kit/call.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { NameChecked } from '#server/providers/payouts.ts'
import { insertAccount } from './account-rows.ts'
import { insertBeneficiary } from './beneficiary-rows.ts'
import { expectReasons } from './name-verdict.ts'

/** Makes a beneficiary with its accounts, whose fields are checked. Throws the faults of {@link expectReasons}. */
export async function createBeneficiary(
  ctx: Ctx,
  body: Input<typeof declaration>['body'],
  answers: readonly (NameChecked | null)[],
): Promise<string> {
  const reasons = body.accounts.map(({ name_reason }, at) => ({ reason: name_reason, at: `accounts.${at}.` }))
  const names = expectReasons(answers, reasons, ctx.now)
  const beneficiaryUuid = newId()
  const facts = factsOf(body)
  ctx.auditSubject(beneficiaryUuid, madeAs({ ...facts, accounts: body.accounts.length }))
  await insertBeneficiary(ctx, { beneficiary_uuid: beneficiaryUuid, ...facts })
  for (const [at, given] of body.accounts.entries()) {
    const name = names[at]
    if (name) await insertAccount(ctx, { beneficiaryUuid, isDefault: at === 0 }, given, name)
  }
  return beneficiaryUuid
}

/** What is kept of a person, and said of them in the audit log. */
export const factsOf = (body: Pick<Input<typeof declaration>['body'], 'name' | 'country'> & Partial<Person>) => ({
  name: body.name,
  email: body.email ?? '',
  phone: body.phone ?? '',
  address: body.address ?? '',
  country: body.country,
  language: body.language ?? defaultLanguage,
  fee_payer: body.fee_payer ?? ('SENDER' as const),
})
type Person = Pick<Input<typeof declaration>['body'], 'email' | 'phone' | 'address' | 'language' | 'fee_payer'>
