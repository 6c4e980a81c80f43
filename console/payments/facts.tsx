import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { Payment } from '#contract/payments.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Amount, amountWords, CopiedReference, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from './payments.module.css'

type Props = { payment: Payment }

/** The order and the times of a payment. */
export function PaymentFacts({ payment }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <Facts
      facts={[
        [wireWord('columns', 'created_at'), <Time key="created" at={payment.created_at} zoned />],
        [t(($) => $.payments.updated), <Time key="updated" at={payment.updated_at} zoned />],
        [wireWord('columns', 'merchant_order_ref'), <Copied key="order" text={payment.merchant_order_ref} />],
        [wireWord('columns', 'description'), payment.description && <bdi key="text">{payment.description}</bdi>],
        [t(($) => $.screens.paymentLinkDetails), payment.link_ref && <LinkOfPayment key="link" payment={payment} />],
        [wireWord('columns', 'source'), payment.source && <bdi key="source">{payment.source}</bdi>],
      ]}
    />
  )
}

/** The method and channel of a payment, with fee and net amount. */
export function AdditionalFacts({ payment }: Props): ReactNode {
  const { t } = useTranslation()
  const { currency, card_brand: brand, masked_card_number: card } = payment
  const money = (value: number) => (payment.status === 'Success' ? <Amount value={value} currency={currency} /> : '')
  return (
    <Facts
      facts={[
        [wireWord('columns', 'order_ref'), <Copied key="ref" text={payment.order_ref} />],
        [
          wireWord('columns', 'channel_order_ref'),
          payment.channel_order_ref && <Copied key="channelRef" text={payment.channel_order_ref} />,
        ],
        [wireWord('columns', 'payment_channel_name'), <bdi key="channel">{payment.payment_channel_name}</bdi>],
        [
          wireWord('columns', 'masked_card_number'),
          card && (
            <span key="card">
              <bdi>{cardBrands[brand] ?? brand}</bdi> <Reference>{card}</Reference>
            </span>
          ),
        ],
        [t(($) => $.payments.fee), payment.status === 'Success' ? <Fee key="fee" payment={payment} /> : ''],
        [t(($) => $.payments.feeTax), money(payment.fee_tax)],
        [t(($) => $.payments.net), payment.status === 'Success' ? <Net key="net" payment={payment} /> : ''],
      ]}
    />
  )
}

/** The known facts about the shopper. */
export function ShopperFacts({ payment }: Props): ReactNode {
  const { t } = useTranslation()
  const leftToRight = (text: string) => text && <LeftToRight>{text}</LeftToRight>
  return (
    <Facts
      facts={[
        [t(($) => $.payments.shopperName), payment.shopper_name && <bdi key="name">{payment.shopper_name}</bdi>],
        [wireWord('columns', 'email'), leftToRight(payment.shopper_email)],
        [wireWord('columns', 'phone'), leftToRight(payment.shopper_phone)],
        [t(($) => $.payments.address), payment.shopper_address && <bdi key="home">{payment.shopper_address}</bdi>],
        [t(($) => $.payments.ipAddress), leftToRight(payment.shopper_ip)],
        [t(($) => $.payments.device), leftToRight(payment.device_info)],
      ]}
    />
  )
}

/** The fee with its formula and numbers. */
function Fee({ payment: { amount, fee, fee_terms: terms, currency } }: Props): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = (value: number) => amountWords(value, currency, language)
  return (
    <>
      <Amount value={fee} currency={currency} />
      {terms && (
        <span className={styles['formula']}>
          {t(($) => $.payments.feeFormula)}{' '}
          <LeftToRight>
            max({words(terms.minimum_fee)}, {words(amount)} × {Number(terms.percent_fee)} %) + {words(terms.flat_fee)}
          </LeftToRight>
        </span>
      )}
    </>
  )
}

/** The net amount with its calculation; none while the money is held. */
function Net({
  payment: { amount, fee, fee_tax: tax, net, currency, late_payment: late, refunded, refunding },
}: Props): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = (value: number) => amountWords(value, currency, language)
  const apart = late === 'hold' || late === 'refund'
  return (
    <>
      <Amount value={net} currency={currency} />
      <span className={styles['formula']}>
        {apart ? (
          t(($) => $.payments.netApart)
        ) : (
          <>
            {t(($) => (refunded + refunding > 0 ? $.payments.netFormulaRefunds : $.payments.netFormula))}{' '}
            <LeftToRight>
              {words(amount)} − {words(fee)} − {words(tax)}
              {refunded + refunding > 0 && ` − ${words(refunded + refunding)}`}
            </LeftToRight>
          </>
        )}
      </span>
    </>
  )
}

function LinkOfPayment({ payment: { link_ref: ref } }: Props): ReactNode {
  const user = useUser()
  if (!allowed('paymentLinks', accessOf(user))) return <Reference>{ref}</Reference>
  return (
    <ScreenLink to="paymentLinkDetails" search={{ ref }}>
      <Reference>{ref}</Reference>
    </ScreenLink>
  )
}

function Copied({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  return <CopiedReference copy={t(($) => $.payments.copyReference)}>{text}</CopiedReference>
}

/** The names of card networks, the same in every language. */
const cardBrands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
