import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MissingWay } from '#contract/remittance-methods.ts'
import { limitsWords, wayWords } from '#console/channels/channel-words.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './preview.module.css'

interface MissingWaysProps {
  missing: readonly MissingWay[]
  /** How many ways the page offers. */
  offered: number
}

/** Each way that the page does not offer, and why; those of other countries are folded away. */
export function MissingWays({ missing, offered }: MissingWaysProps): ReactNode {
  const { t } = useTranslation()
  const elsewhere = missing.filter(({ why }) => why === 'country')
  const here = missing.filter(({ why }) => why !== 'country')
  return (
    <div className={styles['missing']} aria-live="polite">
      {offered === 0 && <Notice>{t(($) => $.checkoutPreview.nothingOffered)}</Notice>}
      <Section title={t(($) => $.checkoutPreview.missing)}>
        {here.length > 0 ? (
          <Reasons missing={here} />
        ) : (
          <p className={styles['about']}>{t(($) => $.checkoutPreview.nothingMissing)}</p>
        )}
      </Section>
      {elsewhere.length > 0 && (
        <Section title={t(($) => $.checkoutPreview.elsewhere)} folded>
          <Reasons missing={elsewhere} />
        </Section>
      )}
    </div>
  )
}

function Reasons({ missing }: { missing: readonly MissingWay[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <dl className={styles['reasons']}>
      {missing.map((way) => (
        <div key={`${way.type} ${way.sub_type} ${way.payment_channel_key}`}>
          <dt>
            <bdi>{wayWords(way)}</bdi>
            {way.payment_channel_name && (
              <span>
                {' · '}
                <bdi>{way.payment_channel_name}</bdi>
              </span>
            )}
          </dt>
          <dd>
            {t(($) => $.countryMethods.why[way.why])}
            {way.why === 'amount' &&
              limitsWords(way.limits, language).map((words) => (
                <span key={words}> {t(($) => $.checkoutPreview.allowed, { limits: words })}</span>
              ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
