import { checkAccount, type GivenAccount } from '#contract/account-checks.ts'
import { Fault, type FieldError } from '#contract/faults.ts'
import { ownerOf } from '#server/channels/ask-provider.ts'
import type { Before } from '#server/kit/handler.ts'
import type { NameChecked } from '#server/providers/payouts.ts'
import type { CheckedName } from './account-rows.ts'
import { askName, checkingChannel } from './name-check.ts'
import { unreachedBanks } from './unreached-banks.ts'

export type Given = GivenAccount & { bank_name?: string | undefined }

/**
 * Whose the accounts are by the word of the channel's bank, with no transaction open; null where no channel can tell. Throws
 * `accountInvalid` with the errors of their fields, each at its path.
 */
export async function askNames(
  before: Before,
  accounts: readonly { given: Given; at: string }[],
  channelKey: string | undefined,
): Promise<(NameChecked | null)[]> {
  if (accounts.length === 0) return []
  const errors = accounts.flatMap(({ given, at }) => checkAccount(given, at).errors)
  if (errors.length > 0) throw new Fault('accountInvalid', { errors })
  const { channel, unreached } = await before.apart(ownerOf(before), async (ctx) => ({
    channel: await checkingChannel(ctx, channelKey),
    unreached: await unreachedBanks(ctx, accounts, channelKey),
  }))
  if (unreached.length > 0) throw new Fault('accountInvalid', { errors: unreached })
  if (!channel) return accounts.map(() => null)
  return Promise.all(
    accounts.map(({ given }) => {
      const { checked } = checkAccount(given)
      return askName(before.services, channel, {
        type: given.account_type,
        country: given.country,
        holder: given.account_name,
        number: checked.number,
        bankCode: checked.bankCode,
        bankName: given.bank_name ?? '',
        fields: checked.fields,
      })
    }),
  )
}

/** The accounts of a beneficiary that is made, at their paths in the body. */
export const accountsAt = <G extends Given>(accounts: readonly G[]) =>
  accounts.map((given, at) => ({ given, at: `accounts.${at}.` }))

/**
 * What is kept of the answers. Throws `nameCheckImpossible` or `accountInvalid` at the field of the reason where one is needed and
 * missing: anything but a match has one.
 */
export function expectReasons(
  answers: readonly (NameChecked | null)[],
  reasons: readonly { reason: string | undefined; at: string }[],
  now: Date,
): CheckedName[] {
  const kept = answers.map((answer, at) => {
    const known = answer?.kind === 'known' ? answer : { check: 'NOT_POSSIBLE' as const, nameAtBank: '' }
    const name_reason = known.check === 'MATCH' ? '' : (reasons[at]?.reason ?? '')
    return { name_check: known.check, name_at_bank: known.nameAtBank, name_reason, name_checked_at: now }
  })
  const errors = kept.flatMap(({ name_check, name_at_bank, name_reason }, at): FieldError[] => {
    if (name_check === 'MATCH' || name_reason !== '') return []
    const path = `${reasons[at]?.at ?? ''}name_reason`
    const reason = nameFaults[name_check]
    return [{ path, reason, params: { name: name_at_bank }, text: faultTexts[reason] }]
  })
  if (errors.length > 0)
    throw new Fault(
      errors.every(({ reason }) => reason === 'name_not_possible') ? 'nameCheckImpossible' : 'accountInvalid',
      {
        errors,
      },
    )
  return kept
}
const nameFaults = {
  CLOSE_MATCH: 'name_close',
  NO_MATCH: 'name_no_match',
  NOT_POSSIBLE: 'name_not_possible',
  UNCHECKED: 'name_not_possible',
} as const
const faultTexts = {
  name_close: 'The bank has a similar name. Correct the name, or say why this one is right.',
  name_no_match: 'The bank has another name. Correct the name, or say why this one is right.',
  name_not_possible: "The bank can't tell whose account this is. Say why you trust it.",
}
