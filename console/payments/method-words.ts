import { wayOf } from '#contract/methods.ts'
import type { PaymentRow } from '#contract/payments.ts'
import { cardBrand } from '#console/kit/i18n/card-brands.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The name of a method, with that of its wallet or code. */
export function methodWords({ payment_method: type, payment_sub_type: subType }: PaymentRow): string {
  const method = wireWord('methods', type)
  const name = wayOf(type, subType)?.name
  return name ? `${method} · ${name}` : method
}

/** What a payment was paid with: 'Visa •••• 4242', or the method where no card is known. */
export function paidWith(payment: PaymentRow): string {
  const { masked_card_number: card, card_brand: brand } = payment
  return card ? `${cardBrand(brand)} •••• ${card.slice(-4)}`.trim() : methodWords(payment)
}
