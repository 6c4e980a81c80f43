import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { MandateRow } from '#contract/subscription-parts.ts'
import { dateLocale, type Language } from '#i18n/languages.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { cardBrand } from '#console/kit/i18n/card-brands.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from '../subscriptions.module.css'

/** What the customer agreed to: the method, masked, and the text as it was shown. */
export function Mandate({ mandate }: { mandate: MandateRow | null }): ReactNode {
  const { t } = useTranslation()
  return (
    <Section title={t(($) => $.subscriptions.mandate)}>
      {mandate ? <Agreed mandate={mandate} /> : <p className={styles['hint']}>{t(($) => $.subscriptions.noMandate)}</p>}
    </Section>
  )
}

function Agreed({ mandate }: { mandate: MandateRow }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { method, masked, brand, expires_at: expires, ended_at: ended, ip_address: address } = mandate
  return (
    <>
      <Facts
        facts={[
          [wireWord('columns', 'status'), <Status key="state" of="mandate" state={mandate.state} />],
          [wireWord('columns', 'payment_method'), wireWord('methods', method)],
          [
            t(($) => $.subscriptions.account),
            masked ? <LeftToRight key="masked">{shownAs(brand, masked)}</LeftToRight> : undefined,
          ],
          [t(($) => $.subscriptions.cardExpires), expires ? lastMonth(expires, language) : undefined],
          [t(($) => $.subscriptions.agreed), <Time key="agreed" at={mandate.agreed_at} zoned />],
          [t(($) => $.subscriptions.endedAt), ended ? <Time key="ended" at={ended} zoned /> : undefined],
          [wireWord('columns', 'address'), address ? <LeftToRight key="ip">{address}</LeftToRight> : undefined],
        ]}
      />
      {mandate.text && (
        <details className={styles['fold']}>
          <summary>{t(($) => $.subscriptions.consent)}</summary>
          <p className={styles['consent']} lang={mandate.language} dir="auto">
            {mandate.text}
          </p>
        </details>
      )}
    </>
  )
}

/** 'Visa •••• 4242', or what else the provider shows of an account. */
function shownAs(brand: string, masked: string): string {
  const last4 = /^\d{6}\*+(\d{4})$/.exec(masked)?.[1]
  return [cardBrand(brand), last4 ? `•••• ${last4}` : masked].filter(Boolean).join(' ')
}

/** The last month in which a card is good: it ends with that month wherever its holder is. */
function lastMonth(expires: string, language: Language): string {
  const within = new Date(momentOf(expires).getTime() - dayMs)
  return new Intl.DateTimeFormat(dateLocale(language), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    within,
  )
}
const dayMs = 86_400_000
