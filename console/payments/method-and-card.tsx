import type { ReactNode } from 'react'
import type { PaymentRow } from '#contract/payments.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { methodWords, paidWith } from './method-words.ts'

/** 'Visa •••• 4242', or the method and its wallet: 'Wallet · GrabPay'. */
export function MethodAndCard({ payment }: { payment: PaymentRow }): ReactNode {
  if (!payment.masked_card_number) return <bdi>{methodWords(payment)}</bdi>
  return <LeftToRight>{paidWith(payment)}</LeftToRight>
}
