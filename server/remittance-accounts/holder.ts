import { checkRemittanceAccount, type GivenRemittanceAccount } from '#contract/remittance-account-fields.ts'
import { Fault } from '#contract/faults.ts'
import type { NameCheck } from '#contract/payout-states.ts'
import { askName, checkingChannel } from '#server/beneficiaries/name-check.ts'
import type { Channel } from '#server/channels/channel.ts'
import { ownerOf } from '#server/channels/ask-provider.ts'
import type { Before } from '#server/kit/handler.ts'
import { checkedOf } from './rows.ts'

/** What a channel's bank says of a holder, and of which account and name it says it. */
export interface HolderSaid {
  about: string
  check: NameCheck
  nameAtBank: string
}

/** Throws `remittanceAccountInvalid` with the errors of the fields. */
export function expectRight(given: GivenRemittanceAccount): void {
  const { errors } = checkRemittanceAccount(given)
  if (errors.length > 0) throw new Fault('remittanceAccountInvalid', { errors })
}

/**
 * Whose a new account is by the word of a channel's bank, with no transaction open. Where no channel can tell, or the bank gives no
 * answer, it was not possible. Throws the fault of {@link expectRight}.
 */
export async function askHolder(before: Before, given: GivenRemittanceAccount): Promise<HolderSaid> {
  expectRight(given)
  const channel = await before.apart(ownerOf(before), (ctx) => checkingChannel(ctx))
  return askBank(before, channel, given)
}

/** The same of an account that is there, by a channel that was found. */
export async function askBank(
  { services }: Before,
  channel: Channel | null,
  given: GivenRemittanceAccount,
): Promise<HolderSaid> {
  const { account, checked } = checkedOf(given)
  const answer =
    channel &&
    (await askName(services, channel, {
      type: account.account_type,
      country: account.country,
      holder: account.account_name,
      number: checked.number,
      bankCode: checked.bankCode,
      bankName: given.bank_name ?? '',
      fields: checked.fields,
    }))
  const known = answer?.kind === 'known' ? answer : { check: 'NOT_POSSIBLE' as const, nameAtBank: '' }
  return { about: aboutOf(given), check: known.check, nameAtBank: known.nameAtBank }
}

/** The account and the name that an answer of a bank is about. */
export function aboutOf(given: GivenRemittanceAccount): string {
  const { account, checked } = checkedOf(given)
  return `${checked.identity} ${account.account_name}`
}
