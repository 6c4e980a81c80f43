import { checkAccount, type GivenAccount } from '#contract/account-checks.ts'
import type { NameCheck } from '#contract/payout-states.ts'
import { insertAccount } from '#server/beneficiaries/account-rows.ts'
import { insertBeneficiary } from '#server/beneficiaries/beneficiary-rows.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

interface Kept {
  name: string
  email: string
  account: GivenAccount & { bank_name: string }
  check: NameCheck
  nameAtBank?: string
  reason?: string
  active?: boolean
}
const bank = (
  country: string,
  account_name: string,
  bank_name: string,
  account_no: string,
  { bank_code, ...fields }: Record<string, string> = {},
) => ({ account_type: 'BANK' as const, country, account_name, bank_name, account_no, bank_code, fields })

/** Whom the demo's merchants pay: accounts of several countries, in each state of the name check. */
const kept: readonly Kept[] = [
  { name: 'Straits Logistics', email: 'accounts@straits.example', account: bank('SG', 'Straits Logistics Pte Ltd', 'DBS Bank', '0012345678', { bank_code: '7171', branch: '001' }), check: 'MATCH' },
  { name: 'Minji Kim', email: 'minji@example.com', account: bank('KR', '김민지', 'Shinhan Bank', '110123456789', { bank_code: '088', name_latin: 'Kim Minji' }), check: 'MATCH' },
  { name: 'Nordlicht Software', email: 'rechnung@nordlicht.example', account: bank('DE', 'Nordlicht Software GmbH', 'Commerzbank', 'DE89370400440532013000', { swift: 'COBADEFF' }), check: 'MATCH' },
  { name: 'Pacific Freight', email: 'billing@pacific-freight.example', account: bank('US', 'Pacific Freight', 'JPMorgan Chase', '000123456789', { routing_number: '021000021', account_kind: 'CHECKING' }), check: 'CLOSE_MATCH', nameAtBank: 'Pacific Freight Inc', reason: 'The bank adds the legal form.' },
  { name: 'Nguyen Van An', email: 'an@example.com', account: bank('VN', 'NGUYEN VAN AN', 'Vietcombank', '0011001234567', { bank_code: '970436' }), check: 'MATCH' },
  { name: 'Somchai Foods', email: 'ar@somchai.example', account: bank('TH', 'Somchai Foods Co Ltd', 'Kasikornbank', '0123456789', { bank_code: '004' }), check: 'NO_MATCH', nameAtBank: 'S. Jaidee', reason: 'The owner’s own account, confirmed by letter.' },
  { name: 'Wanjiku Mwangi', email: 'wanjiku@example.com', account: { account_type: 'MOBILE', country: 'KE', account_name: 'Wanjiku Mwangi', bank_name: 'M-PESA', account_no: '+254712123456' }, check: 'NOT_POSSIBLE', reason: 'Confirmed by telephone.' },
  { name: 'Borneo Timber', email: 'finance@borneo-timber.example', account: bank('MY', 'Borneo Timber Sdn Bhd', 'Maybank', '512345678901', { swift: 'MBBEMYKL' }), check: 'MATCH' },
  { name: 'Li Wei', email: 'li.wei@example.com', account: { account_type: 'CARD', country: 'CN', account_name: '李伟', bank_name: 'UnionPay', account_no: '6269992058134322' }, check: 'MATCH', active: false },
  { name: 'Gulf Marine Supplies', email: 'pay@gulf-marine.example', account: bank('AE', 'Gulf Marine Supplies LLC', 'Emirates NBD', 'AE070331234567890123456'), check: 'MATCH' },
  { name: 'Meridian Catering', email: 'hello@meridian-catering.example', account: bank('SG', 'Meridian Catering Pte Ltd', 'OCBC Bank', '5012345678', { bank_code: '7339', branch: '501' }), check: 'NO_MATCH', nameAtBank: 'Meridian Events LLP' },
] // prettier-ignore

/** Adds beneficiaries that were made over the last months. */
export async function seedBeneficiaries(ctx: Ctx): Promise<void> {
  const by = { kind: 'user', id: null, name: 'Payouts user' } as const
  for (const [at, { account, ...one }] of kept.entries()) {
    const { errors } = checkAccount(account)
    if (errors.length > 0) throw new Error(`${one.name}: ${JSON.stringify(errors)}`)
    const made = ctx.with({ now: new Date(ctx.now.getTime() - (91 - at) * dayMs), actor: by })
    const beneficiaryUuid = newId()
    await insertBeneficiary(made, {
      beneficiary_uuid: beneficiaryUuid,
      name: one.name,
      email: one.email,
      country: account.country,
      active: one.active ?? true,
    })
    await insertAccount(made, { beneficiaryUuid, isDefault: true }, account, {
      name_check: one.check,
      name_at_bank: one.nameAtBank ?? (one.check === 'MATCH' ? account.account_name : ''),
      name_reason: one.reason ?? '',
      name_checked_at: new Date(ctx.now.getTime() - 7 * dayMs),
    })
  }
}
const dayMs = 86_400_000
