import type { ReactNode } from 'react'
import type { PaymentRow } from '#contract/payments.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { methodWords } from './method-words.ts'

/** 'Visa •••• 4242', or the method and its wallet: 'Wallet · GrabPay'. */
export function MethodAndCard({ payment }: { payment: PaymentRow }): ReactNode {
  const { card_brand: brand, masked_card_number: card } = payment
  if (!card) return <bdi>{methodWords(payment)}</bdi>
  return (
    <LeftToRight>
      {cardBrand(brand)} •••• {card.slice(-4)}
    </LeftToRight>
  )
}

/** The name of a card network, the same in every language. */
export const cardBrand = (brand: string): string => cardBrands[brand] ?? brand
const cardBrands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
