import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { Proofs } from '../../files/proof-words.tsx'
import { SampleTable } from '../../sample-table.tsx'
import type { SampleState } from './use-sample.ts'
import styles from '../configuration.module.css'

/** The first rows of the sample as written beside as read, and how many come out as what. */
export function ReadSoFar({ reading }: { reading: SampleState }): ReactNode {
  const { t } = useTranslation()
  const { sample, pending, error } = reading
  if (!sample || sample.headers.length === 0) return null
  const count = (outcome: (typeof sample.rows)[number]['outcome']) =>
    sample.rows.filter((row) => row.outcome === outcome).length
  return (
    <Section title={t(($) => $.reconConfiguration.firstRows)}>
      <p className={styles['about']} role="status" aria-busy={pending}>
        {pending
          ? t(($) => $.reconConfiguration.readingAgain)
          : error
            ? t(($) => $.reconConfiguration.notReadAgain)
            : t(($) => $.reconConfiguration.readAs, {
                records: t(($) => $.reconConfiguration.recordsRead, { count: count('record') }),
                ignored: t(($) => $.reconConfiguration.rowsIgnored, { count: count('ignored') }),
                rejected: t(($) => $.reconConfiguration.rowsRejected, { count: count('rejected') }),
              })}
      </p>
      {!pending && <Proofs of={sample.proof} />}
      <SampleTable sample={sample} />
    </Section>
  )
}
