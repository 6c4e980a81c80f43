import { randomInt } from 'node:crypto'
import { type OfferedMethod, wayOf } from '#contract/methods.ts'
import type { Shown } from './records.ts'

/** What a payer is shown to pay with elsewhere, made up anew; undefined for methods with a page of the provider's. */
export function shownFor({ method, phone }: Asked, pageUrl: string): Shown | undefined {
  switch (method.type) {
    case 'QR_CODE':
      // A telephone that scans it opens the page where the payment is decided.
      return { qr: pageUrl }
    case 'OTC':
      return { code: digits(12) }
    case 'VA_BANK_TRANSFER':
      return { account: { bank, number: `98${digits(12)}`, name: holder, reference: '' } }
    case 'BANK_TRANSFER':
    case 'DIRECT_BANK_TRANSFER':
      return { account: { bank, number: '0401 7755 2093', name: holder, reference: `CH${digits(10)}` } }
    case 'WALLET':
      return wayOf(method.type, method.sub_type)?.run === 'show' ? asked(phone) : undefined
    case 'MOBILE_MONEY':
      return asked(phone)
    case 'UPI':
    case 'COD':
      return {}
    default:
      return undefined
  }
}
interface Asked {
  method: { type: OfferedMethod; sub_type: string }
  phone?: string | undefined
}

/** What is asked on a telephone. */
const asked = (phone: string | undefined): Shown => (phone ? { phone: phone.replaceAll(/[^+\d]/g, '') } : {})
const bank = 'Simulator Bank'
const holder = 'Countinghouse Test Merchant'
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
