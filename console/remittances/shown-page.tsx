import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import checkoutStyles from '#checkout/checkout.css?url'
import { payPageHtml } from '#checkout/page.ts'
import { cardBrands, pageMethods, type OrderView } from '#checkout/view.ts'
import { wayOf } from '#contract/methods.ts'
import type { PreviewedWay } from '#contract/remittance-methods.ts'
import type { Areas } from '#i18n/areas.ts'
import type { Language } from '#i18n/languages.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { areaTexts } from '#console/kit/i18n/i18n.ts'
import { useAreaTexts } from '#console/kit/i18n/words.ts'
import { ShopperFrame } from '#console/kit/ui/shopper-frame.tsx'
import { directionOf, minorOf, type Choice } from './preview-choice.ts'
import styles from './preview.module.css'

interface ShownPageProps {
  choice: Choice
  offered: readonly PreviewedWay[]
}

/** The shopper's page itself, of an example order. It carries no script and takes no click. */
export function ShownPage({ choice, offered }: ShownPageProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const shown = useDeferredValue(choice)
  const texts = useTextsIn(shown.language)
  const html = payPageHtml(
    viewOf(shown, {
      offered,
      merchant: { name: user.merchant_name, logo: user.merchant_logo },
      environment: environmentOf(user),
      description: t(($) => $.checkoutPreview.description),
    }),
    texts,
  )
  const title = t(($) => $.checkoutPreview.page)
  return (
    <section aria-label={title}>
      <div className={styles['stage']} data-device={shown.device}>
        <ShopperFrame
          html={html}
          title={title}
          className={styles['frame']}
          root={{ dir: directionOf(shown), 'data-theme': shown.theme }}
        />
      </div>
    </section>
  )
}

interface Surroundings {
  offered: readonly PreviewedWay[]
  merchant: { name: string; logo: string }
  environment: OrderView['environment']
  description: string
}

function viewOf(choice: Choice, { offered, merchant, environment, description }: Surroundings): OrderView {
  const ways = offered.flatMap((one) => {
    const way = wayOf(one.type, one.sub_type)
    return way ? [{ ...way, ...atChannel(one) }] : []
  })
  return {
    language: choice.language,
    assets: { script: '', styles: [new URL(checkoutStyles, location.origin).href] },
    preview: true,
    state: ways.length > 0 ? 'payable' : 'unavailable',
    pendingOrderRef: '',
    environment,
    merchant: { ...merchant, backUrl: '' },
    amountMinor: minorOf(choice) ?? 0n,
    currency: choice.currency,
    receiptUrl: '',
    description,
    orderRef: '',
    customer: { name: '', email: '' },
    promo: { code: '', discountMinor: 0n },
    shippingMinor: 0n,
    expiresAt: null,
    methods: pageMethods(ways),
    card: { kind: 'fields', provider: '', settings: {}, connectOrigins: [], brands: cardBrands(ways), testCards: [] },
    attemptsUrl: '',
  }
}

/** What the channel changes about a way. */
const atChannel = ({ asks, card_page_of: cardPageOf, banks, plan_months: planMonths }: PreviewedWay) => ({
  asks,
  planMonths,
  ...(cardPageOf && { cardPageOf }),
  ...(Object.keys(banks).length > 0 && { banks }),
})

/** What the shopper's page says in a language; in the console's own until that is fetched. */
function useTextsIn(language: Language): Areas['checkout'] {
  const own = useAreaTexts('checkout')
  const [fetched, setFetched] = useState<{ language: Language; texts: Areas['checkout'] } | null>(null)
  useEffect(() => {
    let left = false
    void areaTexts('checkout', language).then((texts) => left || setFetched({ language, texts }))
    return () => {
      left = true
    }
  }, [language])
  return fetched?.language === language ? fetched.texts : own
}
