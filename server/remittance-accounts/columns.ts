import { Fault, fieldFault } from '#contract/faults.ts'
import { endOf, type GivenRemittanceAccount } from '#contract/remittance-account-fields.ts'
import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { listBanks } from '#server/banks/bank.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { aboutOf, type HolderSaid } from './holder.ts'
import { checkedOf, digestOf, sealedNumber, type AccountRow } from './rows.ts'

/** What the columns of an account say of where its money goes; the same for a new account and a changed one. */
export async function columnsOf(ctx: Ctx, accountUuid: string, given: GivenRemittanceAccount & { currency: Currency }) {
  const of = checkedOf(given)
  const banks = (await listBanks(ctx))[given.country] ?? []
  const named = banks.find(({ code }) => code === of.checked.bankCode)?.name ?? ''
  return {
    account_type: given.account_type,
    way: of.checked.way.key,
    country: given.country,
    currency: given.currency,
    first_name: given.first_name,
    last_name: given.last_name ?? '',
    account_no_sealed: await sealedNumber(ctx, accountUuid, of.checked.number),
    account_digest: await digestOf(ctx, of),
    last_four: endOf(of.checked.number),
    bank_code: of.checked.bankCode,
    bank_name: given.bank_name || named,
    phone_number: of.number === 'phone_number' ? '' : (given.phone_number ?? ''),
    fields: of.checked.fields,
    warnings: of.checked.warnings,
  }
}
export type Destination = Awaited<ReturnType<typeof columnsOf>>

/** Such columns as they are written, with what was checked of the name and how long nothing is sent to the account. */
export const writtenOf = (ctx: Ctx, to: Destination, given: GivenRemittanceAccount, said: HolderSaid | null) => {
  const answer = said && said.about === aboutOf(given) ? said : null
  return {
    ...to,
    fields: JSON.stringify(to.fields),
    warnings: JSON.stringify(to.warnings),
    name_check: answer?.check ?? ('UNCHECKED' as const),
    name_at_bank: answer?.nameAtBank ?? '',
    name_checked_at: answer ? ctx.now : null,
    waits_until: waitsUntil(ctx),
    changed_by: ctx.actor.name,
    changed_at: ctx.now,
  }
}

/** Until when nothing is sent to a new or changed account: a day in live mode, which nobody can shorten. */
const waitsUntil = (ctx: Ctx): Date | null =>
  ctx.owner.environment === 'live' ? new Date(ctx.now.getTime() + limits.accountWaitHours * 3_600_000) : null

/** Throws `remittanceAccountKnown` at the field of the number where another account of the owner's is the same. */
export function expectNew(others: readonly AccountRow[], to: Destination, given: GivenRemittanceAccount): void {
  if (others.some(({ account_digest: digest }) => digest === to.account_digest))
    throw fieldFault('remittanceAccountKnown', checkedOf(given).number, 'already_used')
}

/** Throws `remittanceAccountInvalid` for a default account that would be inactive. */
export function expectUsable({ active, isDefault }: { active: boolean; isDefault: boolean }): void {
  if (active || !isDefault) return
  const error = { path: 'default', reason: 'inactive_default', text: 'An inactive account is no default.' }
  throw new Fault('remittanceAccountInvalid', { errors: [error] })
}

/** Takes the mark from the default account of a currency, so that another one gets it. */
export const unmarkDefault = (ctx: Ctx, currency: Currency) =>
  ctx.own
    .update('remittance_accounts')
    .set({ is_default: false })
    .where('currency', '=', currency)
    .where('is_default', '=', true)
    .execute()
