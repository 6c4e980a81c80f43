import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { CopiedReference, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { cardBrand } from '#console/kit/i18n/card-brands.ts'
import { methodWords } from './method-words.ts'
import styles from './payments.module.css'

type Props = { payment: Payment }

/** The facts of the payment's method: the shopper's input, what was shown and the result. */
export function MethodFacts({ payment }: Props): ReactNode {
  const { t } = useTranslation()
  const { card_brand: brand, masked_card_number: card } = payment
  const { method_details: details, actual_payment_method: actual, expires_at: until } = payment
  const { action, phone, upi_id: upiId, plan_months: months, payer, authentication, bank } = details
  const shown = action?.kind === 'show' ? action : undefined
  const copied = (text: string | undefined) => text && <Copied text={text} />
  // Facts that the method does not have are left out.
  const facts: [string, ReactNode][] = [
    [wireWord('columns', 'payment_method'), <bdi key="method">{methodWords(payment)}</bdi>],
    [
      wireWord('columns', 'masked_card_number'),
      card && (
        <span key="card">
          <bdi>{cardBrand(brand)}</bdi> <Reference>{card}</Reference>
        </span>
      ),
    ],
    [t(($) => $.paymentMethod.actual), actual && actual !== payment.payment_method ? wireWord('methods', actual) : ''],
    [t(($) => $.paymentMethod.payer), payer && <LeftToRight key="payer">{payer}</LeftToRight>],
    [
      t(($) => $.paymentMethod.authentication),
      authentication &&
        (authentication === 'challenge' ? t(($) => $.paymentMethod.challenge) : t(($) => $.paymentMethod.frictionless)),
    ],
    [t(($) => $.paymentMethod.plan), months ? t(($) => $.paymentMethod.months, { count: months }) : ''],
    [t(($) => $.paymentMethod.phone), phone && <LeftToRight key="phone">{phone}</LeftToRight>],
    [t(($) => $.paymentMethod.upiId), copied(upiId)],
    [t(($) => $.paymentMethod.payCode), copied(shown?.code)],
    [t(($) => $.paymentMethod.bank), (shown?.account ?? bank) && <bdi key="bank">{shown?.account?.bank ?? bank}</bdi>],
    [t(($) => $.paymentMethod.accountNumber), copied(shown?.account?.number)],
    [t(($) => $.paymentMethod.accountName), shown?.account && <bdi key="name">{shown.account.name}</bdi>],
    [t(($) => $.paymentMethod.reference), copied(shown?.account?.reference)],
    [
      t(($) => $.paymentMethod.providerPage),
      action?.kind === 'redirect' && <LeftToRight key="page">{action.url}</LeftToRight>,
    ],
    [
      t(($) => $.paymentMethod.qrCode),
      payment.qr_code && (
        <img
          key="qr"
          className={styles['qr']}
          src={payment.qr_code}
          alt={t(($) => $.paymentMethod.qrCode)}
          width={120}
          height={120}
        />
      ),
    ],
    [t(($) => $.paymentMethod.payUntil), until && <Time key="until" at={until} zoned />],
  ]
  return <Facts facts={facts.filter(([, value]) => Boolean(value))} />
}

function Copied({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  return <CopiedReference copy={t(($) => $.payments.copyReference)}>{text}</CopiedReference>
}
