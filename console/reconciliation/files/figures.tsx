import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconFileSummary } from '#contract/recon-files.ts'
import { buckets } from '#contract/recon-records.ts'
import { reconFileStates } from '#contract/recon-file-states.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { stateWord, useLanguage } from '#console/kit/i18n/words.ts'
import { FigureCell } from '#console/kit/details/figure-cell.tsx'
import styles from '#console/kit/details/figures.module.css'

/** Files by state and rows by bucket; each number leads to exactly its files. */
export function FileFigures(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data } = useCall(readReconFileSummary, { body: { environment: environmentOf(useUser()) } })
  if (!data || data.files === 0) return null
  const states = reconFileStates.states.filter((state) => (data.by_status[state] ?? 0) > 0)
  return (
    <section className={styles['strip']} aria-label={t(($) => $.reconFiles.figures)}>
      <dl className={styles['currency']} data-card>
        {states.map((state) => (
          <FigureCell
            to="reconFiles"
            key={state}
            title={stateWord('reconFile', state)}
            value={numberText(data.by_status[state] ?? 0, language)}
            search={{ status: state, withdrawn: 'no' }}
            tone={state === 'Validation Failed' || state === 'Ingestion Failed' ? 'bad' : undefined}
          />
        ))}
        {data.withdrawn > 0 && (
          <FigureCell
            to="reconFiles"
            title={t(($) => $.reconFiles.withdrawn)}
            value={numberText(data.withdrawn, language)}
            search={{ withdrawn: 'yes' }}
          />
        )}
      </dl>
      <dl className={styles['currency']} data-card>
        {buckets.map((bucket) => (
          <FigureCell
            to="reconFiles"
            key={bucket}
            title={t(($) => $.reconFiles.rowFigures[bucket])}
            value={numberText(data[bucket], language)}
            search={data[bucket] > 0 && { bucket, withdrawn: 'no' }}
            tone={bucket === 'rejected' ? 'bad' : undefined}
          />
        ))}
      </dl>
    </section>
  )
}
