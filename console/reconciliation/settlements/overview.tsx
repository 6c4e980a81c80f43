import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { CopiedReference, Time } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { shortWords } from '#console/kit/details/exact-amount.tsx'
import { Differences } from './differences.tsx'
import { SettlementSum } from './settlement-sum.tsx'
import styles from './settlements.module.css'

/** The sum from gross to bank, what is in suspense, and where it all comes from. */
export function Overview({ settlement }: { settlement: Settlement }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t(($) => $.reconSettlements.sumTitle)}>
        <SettlementSum settlement={settlement} />
      </Section>
      {settlement.closings > 0 && settlement.is_booked && <Differences settlement={settlement} />}
      <Section title={t(($) => $.reconSettlements.factsTitle)}>
        <About settlement={settlement} />
      </Section>
    </>
  )
}

function About({ settlement }: { settlement: Settlement }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayData = allowed('reconData', accessOf(useUser()))
  const { run, files, rates, currency, closed_at, closed_by, closings, is_booked } = settlement
  const rateWords = Object.entries(rates).map(([one, rate]) =>
    t(($) => $.reconSettlements.rateOf, { one, rate: shortWords(rate, language), other: currency }),
  )
  return (
    <Facts
      facts={[
        [wireWord('columns', 'payment_channel_key'), settlement.payment_channel_key && <bdi>{channelWord(settlement.payment_channel_key, settlement.payment_channel_key)}</bdi>],
        [wireWord('columns', 'lines'), numberText(settlement.lines, language)],
        [t(($) => $.reconSettlements.files), files.length === 0 ? '' : <FileLinks key="files" files={files} linked={mayData} />],
        [t(($) => $.reconSettlements.run), run && <ScreenLink key="run" className={styles['link']} to="reconRun" search={{ run_id: run.run_id } as never}>{t(($) => $.reconSettlements.runNo, { number: run.run_no })}</ScreenLink>],
        [t(($) => $.reconSettlements.rates), rateWords.length === 0 ? undefined : <bdi dir="ltr">{rateWords.join(', ')}</bdi>],
        [t(($) => $.reconSettlements.booked), is_booked ? t(($) => $.reconSettlements.bookedYes) : t(($) => $.reconSettlements.bookedNo)],
        [t(($) => $.reconSettlements.closedBy), closed_at === null ? undefined : <span key="closed"><bdi>{closed_by || t(($) => $.reconSettlements.itself)}</bdi>, <Time at={closed_at} zoned /></span>],
        [t(($) => $.reconSettlements.closings), closings > 1 ? numberText(closings, language) : undefined],
        [wireWord('columns', 'settlement_id'), <CopiedReference key="id" copy={settlement.settlement_id}>{settlement.settlement_id}</CopiedReference>],
      ]}
    />
  )
} // prettier-ignore

function FileLinks({ files, linked }: { files: Settlement['files']; linked: boolean }): ReactNode {
  return (
    <ul className={styles['files']}>
      {files.map(({ recon_id, file_name }) => (
        <li key={recon_id}>
          {linked ? (
            <ScreenLink className={styles['link']} to="reconFile" search={{ recon_id } as never}>
              <bdi>{file_name}</bdi>
            </ScreenLink>
          ) : (
            <bdi>{file_name}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
