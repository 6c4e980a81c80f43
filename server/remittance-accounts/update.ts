import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { Currency } from '#contract/kit/money.ts'
import {
  besideFields,
  holderOf,
  numberFields,
  type GivenRemittanceAccount,
} from '#contract/remittance-account-fields.ts'
import type { updateRemittanceAccount as declaration } from '#contract/remittance-accounts.ts'
import { checkingChannel } from '#server/beneficiaries/name-check.ts'
import { ownerOf } from '#server/channels/ask-provider.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { lockMerchant } from '#server/merchant-store/changes.ts'
import { columnsOf, expectNew, expectUsable, unmarkDefault, writtenOf, type Destination } from './columns.ts'
import { aboutOf, askBank, expectRight, type HolderSaid } from './holder.ts'
import { tellChange } from './notices.ts'
import { findAccount, givenOf, listAccounts, noteChangeOf, numberFieldOfRow, type AccountRow } from './rows.ts'
import { told } from './shown.ts'
import { hasWaitingMoney } from './waiting-money.ts'

type Body = Input<typeof declaration>['body']

/** Whose a changed account is by the word of a channel's bank; null where neither number nor name change. Throws `notFound`. */
export async function askAnew(before: Before, accountUuid: string, body: Body): Promise<HolderSaid | null> {
  const asked = await before.apart(ownerOf(before), async (ctx) => {
    const row = await findAccount(ctx, accountUuid)
    if (!row) throw new Fault('notFound')
    const given = await mergedWith(ctx, row, body)
    expectRight(given)
    const isSame = aboutOf(given) === aboutOf(await givenOf(ctx, row))
    return isSame ? null : { given, channel: await checkingChannel(ctx) }
  })
  return asked && askBank(before, asked.channel, asked.given)
}

/**
 * Changes an account. Throws `notFound`, `remittanceAccountInvalid`, `remittanceAccountKnown`, and `lastDefault` where money waits for
 * the default of a currency that would have none.
 */
export async function updateAccount(ctx: Ctx, accountUuid: string, body: Body, said: HolderSaid | null): Promise<AccountRow> {
  await lockMerchant(ctx.db, ctx.owner.merchantId)
  const all = await listAccounts(ctx)
  const before = all.find(({ account_uuid: uuid }) => uuid === accountUuid)
  if (!before) throw new Fault('notFound')
  const others = all.filter((one) => one !== before)
  const given = { ...(await mergedWith(ctx, before, body)), currency: body.currency ?? before.currency }
  expectRight(given)
  const to = await columnsOf(ctx, accountUuid, given)
  const goes = isSame(before, to) ? null : written(ctx, { before, to, given, said })
  if (goes) expectNew(others, to, given)
  const active = body.active ?? before.active
  const isDefault = body.default ?? isDefaultNow(before, others, { active, currency: to.currency })
  expectUsable({ active, isDefault })
  const isTakenAway = before.is_default && !(isDefault && to.currency === before.currency)
  if (isTakenAway && (await hasWaitingMoney(ctx, before.currency))) throw new Fault('lastDefault')
  if (isDefault && others.some((one) => one.is_default && one.currency === to.currency)) await unmarkDefault(ctx, to.currency)
  await ctx.own
    .update('remittance_accounts')
    .set({
      ...goes,
      remittance_purpose: body.remittance_purpose ?? before.remittance_purpose,
      remittance_source: body.remittance_source ?? before.remittance_source,
      active,
      is_default: isDefault,
    })
    .where('account_uuid', '=', accountUuid)
    .execute()
  const after = await findAccount(ctx, accountUuid)
  if (!after) throw new Fault('notFound')
  if (goes) noteChangeOf(ctx, accountUuid, after.version)
  ctx.auditSubject(accountUuid, changesFrom(told(before), told(after)))
  await tellChange(ctx, before, after)
  return after
} // prettier-ignore

/** The columns of a change of where money goes. A name that was asked about before stays checked. */
function written(
  ctx: Ctx,
  change: { before: AccountRow; to: Destination; given: GivenRemittanceAccount; said: HolderSaid | null },
) {
  const { before, to, given, said } = change
  const { name_check, name_at_bank, name_checked_at, ...others } = writtenOf(ctx, to, given, said)
  const isKnown = said === null && to.account_digest === before.account_digest && holderOf(to) === holderOf(before)
  return { ...others, ...(isKnown ? {} : { name_check, name_at_bank, name_checked_at }), version: before.version + 1 }
}

/**
 * An account with what is sent of it. A number that is not sent, or blank, stays where the account is named in the same way; with another
 * country, type or number field the former one's fields fall away.
 */
async function mergedWith(ctx: Ctx, row: AccountRow, body: Body): Promise<GivenRemittanceAccount> {
  const kept = await givenOf(ctx, row)
  const sent = Object.fromEntries(
    [...numberFields, ...besideFields].flatMap((name) => {
      const value = body[name]
      const isKept = value === undefined || (value === '' && name === numberFieldOfRow(row))
      return isKept ? [] : [[name, value]]
    }),
  )
  const person = {
    country: body.country ?? kept.country,
    account_type: body.account_type ?? kept.account_type,
    first_name: body.first_name ?? kept.first_name,
    last_name: body.last_name ?? kept.last_name,
    bank_name: body.bank_name ?? kept.bank_name,
  }
  const isNamedAnew =
    person.country !== kept.country ||
    isBank(person.account_type) !== isBank(kept.account_type) ||
    numberFields.some((name) => name !== 'phone_number' && name !== numberFieldOfRow(row) && sent[name])
  return isNamedAnew ? { ...person, ...sent } : { ...kept, ...person, ...sent }
}
const isBank = (type: AccountRow['account_type']) => (type === 'savings' || type === 'current' ? 'bank' : type)

/** Whether the money goes where it went before. */
const isSame = (before: AccountRow, to: Destination): boolean =>
  facts.every((name) => before[name] === to[name]) && sorted(before.fields) === sorted(to.fields)
const facts = [
  'account_type', 'way', 'country', 'currency', 'first_name', 'last_name', 'account_digest', 'bank_code', 'bank_name', 'phone_number',
] as const // prettier-ignore
const sorted = (fields: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Whether an account of which nobody says so is a default: it stays one while active, and the first active one of a currency becomes one. */
function isDefaultNow(
  before: AccountRow,
  others: readonly AccountRow[],
  { active, currency }: { active: boolean; currency: Currency },
): boolean {
  if (!active) return false
  const isMoved = currency !== before.currency
  if (before.is_default && !isMoved) return true
  const hasOther = others.some((one) => one.is_default && one.currency === currency)
  return !hasOther && (isMoved || !before.active)
}
