import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Remittance } from '#contract/remittances.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Amount, CopiedReference, Time } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Rate } from '../rate.tsx'
import styles from './settlements.module.css'
import { SalesInBase, Waterfall } from './waterfall.tsx'

/** The waterfall of a settlement, the rates that it was changed by, and the rest. */
export function Overview({ remittance }: { remittance: Remittance }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t(($) => $.remittances.waterfallTitle)}>
        <Waterfall remittance={remittance} />
      </Section>
      {/* Nothing was changed where both are one currency. */}
      {remittance.source_currency !== remittance.base_currency && (
        <Section title={t(($) => $.remittances.salesInBaseTitle, { currency: remittance.base_currency })}>
          <p className={styles['rate']}>{t(($) => $.remittances.salesInBaseText)}</p>
          <SalesInBase remittance={remittance} />
        </Section>
      )}
      <Section title={t(($) => $.remittances.ratesTitle)}>
        <Rates remittance={remittance} />
      </Section>
      <Section title={t(($) => $.remittances.factsTitle)}>
        <About remittance={remittance} />
      </Section>
    </>
  )
}

function Rates({ remittance }: { remittance: Remittance }): ReactNode {
  const { t } = useTranslation()
  const { source_currency: source, base_currency: base, destination_currency: destination, forex_cost_dc: cost } = remittance
  const of = (name: string, at: string | null) =>
    // Of one currency to itself nobody has said a rate.
    at === null || name === 'same' ? undefined : <span key={name}><bdi>{channelWord(name, name)}</bdi> · <Time at={at} zoned /></span>
  return (
    <Facts
      facts={[
        [t(($) => $.remittances.rateFrom, { from: source, to: base }), <Rate key="source" of={remittance.source_forex_rate} />],
        [t(($) => $.remittances.rateOf), of(remittance.source_rate_of, remittance.source_rate_at)],
        [t(($) => $.remittances.referenceFrom, { from: base, to: destination }), <Rate key="reference" of={remittance.reference_forex_rate} />],
        [wireWord('columns', 'applied_forex_rate'), <Rate key="applied" of={remittance.applied_forex_rate} />],
        [t(($) => $.remittances.rateOf), of(remittance.forex_rate_of, remittance.forex_rate_at)],
        [wireWord('columns', 'forex_cost_dc'), cost === null ? null : <Amount key="cost" value={cost} currency={destination} />],
      ]}
    />
  )
} // prettier-ignore

function About({ remittance }: { remittance: Remittance }): ReactNode {
  const language = useLanguage()
  return (
    <Facts
      facts={[
        [wireWord('columns', 'txn_count'), numberText(remittance.txn_count, language)],
        [wireWord('columns', 'refund_count'), numberText(remittance.refund_count, language)],
        [
          wireWord('columns', 'remitted_at'),
          remittance.remitted_at && <Time key="remitted" at={remittance.remitted_at} zoned />,
        ],
        [
          wireWord('columns', 'settlement_ref'),
          <CopiedReference key="ref" copy={remittance.settlement_ref}>
            {remittance.settlement_ref}
          </CopiedReference>,
        ],
      ]}
    />
  )
}
