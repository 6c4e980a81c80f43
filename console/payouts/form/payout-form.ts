import type { FieldError } from '#contract/faults.ts'
import { isCurrency, majorText, toMinor, type Currency } from '#contract/kit/money.ts'
import type { PayoutDetails } from '#contract/payout-shapes.ts'
import type { FeePayer } from '#contract/payout-states.ts'
import type { Signed } from '#contract/signed-names.ts'
import { signWithSessionKey } from '#console/kit/auth/sign.ts'
import { accountBody, accountErrors, emptyAccount, type AccountValues } from '#console/beneficiaries/account-values.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

/** The values of the form; amounts are texts as typed, moments in UTC. */
export interface PayoutValues {
  virtual_acc_no: string
  /** Of the virtual account; empty until one is chosen. */
  currency: Currency | ''
  to: 'beneficiary' | 'once'
  beneficiary_uuid: string
  account_uuid: string
  /** Of an account that is paid to once. */
  once: AccountValues
  email: string
  amount: string
  fee_payer: FeePayer
  txn_ref: string
  remarks: string
  purpose: string
  when: 'now' | 'later'
  trigger_time: string
  send_email: boolean
  send_sms: boolean
  recipient_emails: string
  user_message: string
  /** Why the same is paid again. */
  reason: string
}

/** An empty form, with a reference that is made from the time and may be overwritten. */
export const emptyPayout = (of: {
  account: string
  beneficiary: string
  beneficiaryAccount: string
  now: Date
}): PayoutValues => ({
  virtual_acc_no: of.account,
  currency: '',
  to: 'beneficiary',
  beneficiary_uuid: of.beneficiary,
  account_uuid: of.beneficiaryAccount,
  once: emptyAccount(''),
  email: '',
  amount: '',
  fee_payer: 'SENDER',
  txn_ref: `PAYOUT${of.now.getTime()}`,
  remarks: '',
  purpose: '',
  when: 'now',
  trigger_time: '',
  send_email: false,
  send_sms: false,
  recipient_emails: '',
  user_message: '',
  reason: '',
})

/** The form filled from a payout that is edited. */
export const payoutLike = (payout: PayoutDetails): PayoutValues => ({
  ...emptyPayout({
    account: payout.vaaccount_no,
    beneficiary: payout.beneficiary_uuid,
    beneficiaryAccount: payout.account.account_uuid,
    now: new Date(),
  }),
  currency: payout.currency,
  amount: String(payout.amount),
  fee_payer: payout.fee_payer,
  txn_ref: payout.merchant_txn_ref,
  remarks: payout.remarks,
  purpose: payout.purpose,
  when: payout.scheduled_time ? 'later' : 'now',
  trigger_time: payout.scheduled_time ?? '',
  send_email: payout.send_email,
  send_sms: payout.send_sms,
  recipient_emails: payout.recipient_emails.join(', '),
  user_message: payout.user_message,
  reason: payout.duplicate_reason,
})

export interface Wish {
  virtual_acc_no: string
  txn_ref: string
  bank_details?: Record<string, unknown> & { account_no: string }
  beneficiary_uuid?: string
  account_uuid?: string
  amount: number | undefined
  currency: string
  fee_payer: FeePayer
  trigger_time?: string
}

/** The wished payout, without its signature. Empty texts count as absent. */
export function wishOf(values: PayoutValues): Wish & Record<string, unknown> {
  const once = values.to === 'once'
  const told = values.send_email || values.send_sms
  return {
    virtual_acc_no: values.virtual_acc_no,
    txn_ref: values.txn_ref.trim(),
    ...(once
      ? {
          bank_details: detailsOf(values),
        }
      : { beneficiary_uuid: values.beneficiary_uuid, account_uuid: values.account_uuid }),
    amount: amountNumber(values.amount),
    currency: values.currency,
    fee_payer: values.fee_payer,
    remarks: values.remarks.trim(),
    purpose: values.purpose.trim(),
    ...(values.when === 'later' ? { trigger_time: values.trigger_time } : {}),
    send_email: values.send_email,
    send_sms: values.send_sms,
    ...(values.send_email ? { recipient_emails: emailsIn(values.recipient_emails) } : {}),
    ...(told ? { user_message: values.user_message.trim() } : {}),
    reason: values.reason.trim(),
  }
}
function detailsOf({ once, email }: PayoutValues) {
  const { bank_code: bank_no, account_no, ...account } = { bank_code: '', ...accountBody(once) }
  return { ...account, account_no: account_no.trim(), bank_no, email: email.trim() }
}
const emailsIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** What is missing that the call's schema does not ask for, since a server may send it in another way. */
export function missingIn(values: PayoutValues): FieldError[] {
  const required = (path: string, isThere: boolean) => (isThere ? [] : [{ path, reason: 'required', text: '' }])
  const { to, when } = values
  return [
    ...required('virtual_acc_no', values.virtual_acc_no !== ''),
    ...required('amount', values.amount.trim() !== ''),
    ...(to === 'beneficiary'
      ? required('beneficiary_uuid', values.beneficiary_uuid !== '')
      : [
          ...required('once.country', values.once.country !== ''),
          ...required('once.account_name', values.once.account_name.trim() !== ''),
          ...accountErrors(values.once, 'once.'),
        ]),
    ...(when === 'later' ? required('trigger_time', values.trigger_time !== '') : []),
  ]
}

/** The field of the form that a path of the body is about. */
export const payoutField = (path: string): string =>
  path
    .replace(/^txn_details\.(\d+\.)?/, '')
    .replace(/^bank_details\.email$/, 'email')
    .replace(/^bank_details\.bank_no$/, 'once.bank_code')
    .replace(/^bank_details\./, 'once.')
    .replace(/^recipient_emails\.\d+$/, 'recipient_emails')

/** The body with the signature of its payout. */
export async function signedBody(
  body: object,
  { merchantKey, signingKey }: { merchantKey: string; signingKey: string },
): Promise<object> {
  const { txn_details: wish } = body as { txn_details: Wish }
  const params: Signed<'payoutRequest'> = {
    amount: amountWord(wish.amount, wish.currency),
    client_key: merchantKey,
    currency: wish.currency,
    merchant_txn_ref: wish.txn_ref,
    to_account_no: wish.bank_details?.account_no ?? wish.account_uuid ?? wish.beneficiary_uuid ?? '',
    virtual_account_no: wish.virtual_acc_no,
  }
  const signature_hash = await signWithSessionKey(params, signingKey)
  return { ...body, txn_details: { ...wish, signature_hash } }
}
function amountWord(amount: number | undefined, currency: string): string {
  const minor = amount !== undefined && isCurrency(currency) ? toMinor(amount, currency) : ''
  return typeof minor === 'bigint' && isCurrency(currency) ? majorText(minor, currency) : ''
}
