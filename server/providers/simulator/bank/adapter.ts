import { z } from 'zod'
import type { PayoutDecline } from '#contract/payout-declines.ts'
import { currency as currencyCode } from '#contract/kit/wire.ts'
import type {
  DepositCallback, KnownPayout, NameChecked, OpenedAccount, PayoutCallback, PayoutDestination, PayoutOutcome, Payouts, SentBack,
} from '../../payouts.ts' // prettier-ignore
import { bankReasonNames, bankStatuses, type BankReason } from './manners.ts'

/** A request to the simulator, and its answer; null where none came. */
export type Exchange = (
  path: string,
  asked: { key: string; body?: object },
  signal: AbortSignal,
) => Promise<{ status: number; code: string | undefined; json: unknown } | { silent: string }>

/** The simulated bank as what a provider does for payouts. */
export function simulatorPayouts(exchange: Exchange): Payouts {
  const at = (accountNo: string): string => `/v1/accounts/${encodeURIComponent(accountNo)}`

  async function outcome(
    path: string,
    asked: { key: string; body?: object },
    signal: AbortSignal,
  ): Promise<PayoutOutcome> {
    const answer = await exchange(path, asked, signal)
    if ('silent' in answer) return { kind: 'unknown', why: answer.silent }
    if (answer.status === 404 && answer.code === 'operation_not_found') return { kind: 'absent' }
    const payout = PayoutAnswer.safeParse(answer.json)
    if (payout.success && payout.data.key === asked.key) return knownPayout(payout.data)
    return { kind: 'unknown', why: `answered ${answer.status}${answer.code ? ` ${answer.code}` : ''}` }
  }

  return {
    pay: ({ key, ...request }, signal) =>
      outcome(
        '/v1/payouts',
        {
          key,
          body: {
            account_no: request.accountNo,
            amount_minor: String(request.amountMinor),
            currency: request.currency,
            to: destinationBody(request.to),
            remarks: request.remarks,
            purpose: request.purpose,
            fee_payer: request.feePayer,
            callback_url: request.callbackUrl,
          },
        },
        signal,
      ),
    status: ({ key }, signal) => outcome(`/v1/payouts/${encodeURIComponent(key)}`, { key }, signal),

    async openAccount({ key, currency, name, customerName, mapId, callbackUrl }, signal): Promise<OpenedAccount> {
      const body = { currency, name, customer_name: customerName, map_id: mapId, callback_url: callbackUrl }
      const answer = await exchange('/v1/accounts', { key, body }, signal)
      if ('silent' in answer) return { kind: 'silent', why: answer.silent }
      if (answer.status === 409) return { kind: 'refused', providerText: wordsOf(answer.json) }
      const account = AccountAnswer.safeParse(answer.json)
      if (!account.success) return { kind: 'silent', why: `answered ${answer.status}` }
      const { account_no, bank_code, bank_name, ref } = account.data
      return { kind: 'opened', accountNo: account_no, bankCode: bank_code, bankName: bank_name, providerRef: ref }
    },

    async balanceOf({ accountNo }, signal) {
      const answer = await exchange(at(accountNo), { key: accountNo }, signal)
      if ('silent' in answer) return { kind: 'silent', why: answer.silent }
      const balance = BalanceAnswer.safeParse(answer.json)
      if (!balance.success) return { kind: 'silent', why: `answered ${answer.status} ${answer.code ?? ''}`.trim() }
      return { kind: 'known', balanceMinor: BigInt(balance.data.balance_minor) }
    },

    async checkName(account, signal): Promise<NameChecked> {
      const answer = await exchange('/v1/name-checks', { key: 'name-check', body: destinationBody(account) }, signal)
      if ('silent' in answer) return { kind: 'silent', why: answer.silent }
      const checked = NameAnswer.safeParse(answer.json)
      if (!checked.success) return { kind: 'silent', why: `answered ${answer.status}` }
      return { kind: 'known', check: checked.data.check, nameAtBank: checked.data.name_at_bank }
    },

    async deposit({ key, accountNo, amountMinor, currency, payer }, signal) {
      const body = { amount_minor: String(amountMinor), currency, payer }
      const answer = await exchange(`${at(accountNo)}/deposits`, { key, body }, signal)
      if ('silent' in answer) throw new Error(answer.silent)
      if (answer.status !== 201) throw new Error(`answered ${answer.status} ${answer.code ?? ''}`)
    },

    async sendBack({ key, depositRef }, signal): Promise<SentBack> {
      const path = `/v1/deposits/${encodeURIComponent(depositRef)}/return`
      const answer = await exchange(path, { key, body: {} }, signal)
      if ('silent' in answer) return { kind: 'silent', why: answer.silent }
      if (answer.status === 201) return { kind: 'sent' }
      if (answer.status === 409) return { kind: 'refused', providerText: wordsOf(answer.json) }
      return { kind: 'silent', why: `answered ${answer.status}` }
    },
  }
}

export const destinationBody = ({ type, country, holder, number, bankCode, bankName, fields }: PayoutDestination) => ({
  type,
  country,
  holder,
  number,
  bank_code: bankCode,
  bank_name: bankName,
  fields,
})

function knownPayout({ ref: providerRef, status, reason, returned_minor }: z.infer<typeof PayoutAnswer>): KnownPayout {
  const why = whyOf(reason)
  if (status === 'failed') return { kind: 'failed', providerRef, ...why }
  if (status === 'returned') return { kind: 'returned', providerRef, returnedMinor: BigInt(returned_minor), ...why }
  return { kind: status, providerRef }
}

/** Why the bank does not pay, in the words of all providers. */
export const whyOf = (reason: z.infer<typeof Reason> | null): { reason: PayoutDecline; providerText: string } => ({
  reason: reason ? declines[reason.code] : 'OTHER',
  providerText: reason?.message ?? '',
})
export const declines: Record<BankReason, PayoutDecline> = {
  invalid_account: 'INVALID_ACCOUNT',
  account_closed: 'ACCOUNT_CLOSED',
  name_mismatch: 'NAME_MISMATCH',
  bank_offline: 'BANK_OFFLINE',
  not_enough: 'PROVIDER_FUNDS',
  unknown_account: 'OTHER',
  other_currency: 'CURRENCY_NOT_HELD',
  refused: 'BANK_REFUSED',
}

/** A call-back about a payout or a deposit; null for one in no form of these. */
export function bankCallback(json: unknown): PayoutCallback | DepositCallback | { kind: 'forged'; why: string } | null {
  const event = BankEvent.safeParse(json)
  if (!event.success) return null
  const { id, key, at } = event.data
  if ('payout' in event.data) {
    const { payout } = event.data
    return payout.key === key
      ? { kind: 'payout', id, key, at, outcome: knownPayout(payout) }
      : { kind: 'forged', why: 'a payout of another key' }
  }
  const { ref, account_no, amount_minor, currency, payer } = event.data.deposit
  return {
    kind: 'deposit',
    id,
    accountNo: account_no,
    depositRef: ref,
    amountMinor: BigInt(amount_minor),
    currency,
    payer,
    at,
  }
}

const wordsOf = (json: unknown): string => Words.safeParse(json).data?.error.message ?? ''

export const Reason = z.object({ code: z.enum(bankReasonNames), message: z.string() })
/** Open objects: a provider may add fields. */
const Words = z.object({ error: z.object({ message: z.string() }) })
const PayoutAnswer = z.object({
  key: z.string(),
  ref: z.string(),
  status: z.enum(bankStatuses),
  returned_minor: z.string(),
  reason: Reason.nullable(),
})
const AccountAnswer = z.object({
  account_no: z.string(),
  bank_code: z.string(),
  bank_name: z.string(),
  ref: z.string(),
})
const BalanceAnswer = z.object({ balance_minor: z.string() })
const NameAnswer = z.object({
  check: z.enum(['MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE']),
  name_at_bank: z.string(),
})
const DepositAnswer = z.object({
  ref: z.string(),
  account_no: z.string(),
  amount_minor: z.string(),
  currency: currencyCode,
  payer: z.string(),
})
const BankEvent = z
  .object({ id: z.string(), key: z.string(), at: z.iso.datetime() })
  .and(z.union([z.object({ payout: PayoutAnswer }), z.object({ deposit: DepositAnswer })]))
