import { useDeferredValue, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import checkoutStyles from '#checkout/checkout.css?url'
import { payPageHtml } from '#checkout/page.ts'
import { cardBrands, pageMethods, type OrderView } from '#checkout/view.ts'
import { toMinor, type Currency } from '#contract/kit/money.ts'
import { shownOrderId } from '#contract/made-order-id.ts'
import { ways } from '#contract/methods.ts'
import type { Language } from '#i18n/languages.ts'
import { useAreaTexts, useLanguage } from '#console/kit/i18n/words.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { ShopperFrame } from '#console/kit/ui/shopper-frame.tsx'
import type { LinkValues } from './link-form.ts'
import { useOffered, type Offer } from '#console/kit/form/offered.ts'
import type { Payee } from './payee.ts'
import styles from './preview.module.css'

/** A live preview: the real shopper's page. */
export function Preview({ values, payee }: { values: LinkValues; payee: Payee }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { amount, currency, country } = values
  const offered =
    useOffered({ environment: environmentOf(user), amount, currency, country: country ?? payee.country }) ?? aCard
  const language = useLanguage()
  const texts = useAreaTexts('checkout')
  const shown = useDeferredValue(values)
  const view = previewOf(shown, {
    language,
    payee,
    environment: environmentOf(user),
    offered,
  })
  const html = payPageHtml(view, texts)
  return (
    <figure className={styles['preview']}>
      <figcaption>{t(($) => $.paymentLinks.preview)}</figcaption>
      <ShopperFrame html={html} title={t(($) => $.paymentLinks.preview)} className={styles['page']} />
    </figure>
  )
}

type Surroundings = {
  language: Language
  payee: Payee
  environment: OrderView['environment']
  offered: readonly Offer[]
}

function previewOf(values: LinkValues, { language, payee, environment, offered }: Surroundings): OrderView {
  const details = values.merchant_details
  const minor = (written: string) => minorOrZero(written, values.currency)
  const hours = amountNumber(values.expiry_hours)
  return {
    language,
    assets: { script: '', styles: [new URL(checkoutStyles, location.origin).href] },
    preview: true,
    state: offered.length > 0 ? 'payable' : 'unavailable',
    pendingOrderRef: '',
    environment,
    merchant: {
      name: details.name.trim() || payee.name,
      logo: details.logo || payee.logo,
      backUrl: values.merchant_back_url,
    },
    amountMinor: minor(values.amount),
    currency: values.currency,
    description: values.description,
    receiptUrl: '',
    orderRef: shownOrderId(values.merchant_order_id),
    customer: { name: values.customer_name, email: values.email },
    promo: { code: details.promo_code, discountMinor: minor(details.promo_discount) },
    shippingMinor: minor(details.shipping_charges),
    expiresAt: hours !== undefined && hours >= 1 ? new Date(Date.now() + hours * 3_600_000) : null,
    methods: pageMethods(offered),
    card: {
      kind: 'fields',
      provider: '',
      settings: {},
      connectOrigins: [],
      brands: cardBrands(offered),
      testCards: [],
    },
    attemptsUrl: '',
  }
}

/** Shown while the ways to pay load. */
const aCard = ways
  .filter(({ type, brands }) => type === 'CARD' && brands !== undefined)
  .slice(0, 1)
  .map((way): Offer => ({ ...way, planMonths: [] }))

/** The amount in minor units; zero for an invalid or incomplete text. */
function minorOrZero(written: string, currency: Currency): bigint {
  const minor = toMinor(amountNumber(written) ?? 0, currency)
  return typeof minor === 'bigint' ? minor : 0n
}
