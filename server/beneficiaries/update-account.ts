import { checkAccount } from '#contract/account-checks.ts'
import type { updateBeneficiaryAccount as declaration } from '#contract/beneficiaries.ts'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { backToCreated } from '#server/payout-store/reopen.ts'
import type { NameChecked } from '#server/providers/payouts.ts'
import { screen } from '#server/screening/screen.ts'
import {
  columnsOf,
  digestOf,
  findBeneficiary,
  insertAccount,
  listAccounts,
  noteChangeOf,
  type AccountRow,
} from './account-rows.ts'
import { expectReasons } from './name-verdict.ts'
import { wakePayouts } from './wake-payouts.ts'

type Body = Input<typeof declaration>['body']

/**
 * Adds an account to a beneficiary, or changes one. Throws `notFound`, `wrongState` for a default account that would be inactive,
 * `tooMany`, and the faults of {@link expectReasons}.
 */
export async function updateAccount(
  ctx: Ctx,
  beneficiaryUuid: string,
  body: Body,
  answers: readonly (NameChecked | null)[],
): Promise<void> {
  const beneficiary = await findBeneficiary(ctx, beneficiaryUuid, { lock: true })
  if (!beneficiary) throw new Fault('notFound')
  const accounts = await listAccounts(ctx, [beneficiaryUuid])
  const before = accounts.find(({ account_uuid }) => account_uuid === body.account_uuid)
  if (body.account_uuid ? !before : !body.account) throw new Fault('notFound')
  const accountUuid = before
    ? await changeAccount(ctx, before, body, answers)
    : await addAccount(ctx, { beneficiaryUuid, accounts }, body, answers)
  if (body.is_default) await makeDefault(ctx, beneficiaryUuid, accountUuid)
  await ctx.own
    .update('beneficiaries')
    .set({ updated_at: ctx.now })
    .where('beneficiary_uuid', '=', beneficiaryUuid)
    .execute()
  if (body.account && body.account.account_name !== before?.account_name) await screen(ctx, beneficiaryUuid)
}

async function addAccount(
  ctx: Ctx,
  of: { beneficiaryUuid: string; accounts: readonly AccountRow[] },
  { account, name_reason }: Body,
  answers: readonly (NameChecked | null)[],
): Promise<string> {
  if (!account) throw new Fault('notFound')
  if (of.accounts.length >= limits.beneficiaryAccounts) throw new Fault('tooMany')
  const [name] = expectReasons(answers, [{ reason: name_reason, at: '' }], ctx.now)
  if (!name) throw new Fault('notFound')
  const isDefault = of.accounts.length === 0
  const accountUuid = await insertAccount(ctx, { beneficiaryUuid: of.beneficiaryUuid, isDefault }, account, name)
  const facts = { country: account.country, last_four: lastFourOf(account) }
  ctx.auditSubject(of.beneficiaryUuid, madeAs({ account_uuid: accountUuid, ...facts }))
  addTimelineEntry(ctx, 'beneficiary', of.beneficiaryUuid, 'account_added', facts)
  return accountUuid
}

async function changeAccount(
  ctx: Ctx,
  before: AccountRow,
  body: Body,
  answers: readonly (NameChecked | null)[],
): Promise<string> {
  const { account_uuid: accountUuid, beneficiary_uuid: beneficiaryUuid } = before
  const isActive = body.is_active ?? before.active
  if (!isActive && (before.is_default || body.is_default)) throw new Fault('wrongState')
  const goes = body.account ? await whereTo(ctx, before, body, answers) : null
  const reason = !goes && body.name_reason !== undefined ? { name_reason: body.name_reason } : {}
  await ctx.own
    .update('beneficiary_accounts')
    .set({ ...goes, ...reason, active: isActive })
    .where('account_uuid', '=', accountUuid)
    .execute()
  const after = { ...before, ...goes, ...reason, active: isActive }
  ctx.auditSubject(beneficiaryUuid, changesFrom(told(before), { ...told(after), is_default: body.is_default }))
  if (goes) {
    noteChangeOf(ctx, accountUuid, goes.version)
    addTimelineEntry(ctx, 'beneficiary', beneficiaryUuid, 'account_changed', { last_four: goes.last_four })
    await backToCreated(ctx, { accountUuid }, 'account_changed')
  }
  if (isActive !== before.active) {
    const facts = { last_four: after.last_four }
    if (isActive) addTimelineEntry(ctx, 'beneficiary', beneficiaryUuid, 'account_activated', facts)
    else addTimelineEntry(ctx, 'beneficiary', beneficiaryUuid, 'account_deactivated', facts)
  }
  if (reason.name_reason && reason.name_reason !== before.name_reason) {
    addTimelineEntry(ctx, 'beneficiary', beneficiaryUuid, 'name_explained', { reason: reason.name_reason })
    await wakePayouts(ctx, { accountUuid })
  }
  return accountUuid
}

/** The columns of a change of where money goes; null where the given account is the one that is there. */
async function whereTo(ctx: Ctx, before: AccountRow, body: Body, answers: readonly (NameChecked | null)[]) {
  const { account, name_reason } = body
  if (!account) return null
  const { checked } = checkAccount(account)
  const isSame =
    (await digestOf(ctx, checked)) === before.account_digest &&
    account.account_name === before.account_name &&
    JSON.stringify(sorted(checked.fields)) === JSON.stringify(sorted(before.fields)) &&
    (account.bank_name ?? '') === before.bank_name
  if (isSame) return null
  const reason = name_reason ?? (account.account_name === before.account_name ? before.name_reason : '')
  const [name] = expectReasons(answers, [{ reason, at: '' }], ctx.now)
  if (!name) return null
  return { ...(await columnsOf(ctx, before.account_uuid, account, name)), version: before.version + 1 }
}
const sorted = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))

async function makeDefault(ctx: Ctx, beneficiaryUuid: string, accountUuid: string): Promise<void> {
  const of = ctx.own.update('beneficiary_accounts').where('beneficiary_uuid', '=', beneficiaryUuid)
  await of.set({ is_default: false }).where('is_default', '=', true).execute()
  const made = await of
    .set({ is_default: true })
    .where('account_uuid', '=', accountUuid)
    .where('active', '=', true)
    .executeTakeFirst()
  if (made.numUpdatedRows !== 1n) throw new Fault('wrongState')
}

/** As the audit log tells of it: never a whole number. */
const told = (
  row: Pick<
    AccountRow,
    'account_name' | 'last_four' | 'bank_code' | 'country' | 'active' | 'name_reason' | 'is_default'
  >,
) => ({
  account_name: row.account_name,
  last_four: row.last_four,
  bank_code: row.bank_code,
  country: row.country,
  name_reason: row.name_reason,
  is_active: row.active,
  is_default: row.is_default,
})
const lastFourOf = (account: NonNullable<Body['account']>) => checkAccount(account).checked.number.slice(-4)
